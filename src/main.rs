//! The command `houserules`.

fn main() {}
