//! `houserules`: the program.

fn main() -> std::process::ExitCode {
    houserules::cli::main()
}
