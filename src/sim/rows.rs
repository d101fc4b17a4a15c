//! One row for each round, for other programs: CSV, or Parquet where it is built in.

use super::report::field;
use super::tally::{FIGURES, Row};
use std::io::{self, Write};

/// A value of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A whole number.
    Number(i64),
    /// A whole number that may need all 64 bits.
    Seed(u64),
    /// A text.
    Text(String),
}

/// The names of the columns.
pub fn columns(seats: usize) -> Vec<String> {
    let mut names: Vec<String> = ["case", "number", "round", "seed"].map(String::from).into();
    names.extend(FIGURES.iter().map(|(_, name, ..)| (*name).to_string()));
    names.extend(["goes", "choices", "starter", "winner", "end"].map(String::from));
    names.extend((1..=seats).map(|seat| format!("points_{seat}")));
    names
}

/// The values of a row, in the order of the columns. The winner is the first where a team wins,
/// and 0 where nobody does.
fn cells(row: &Row, labels: &[String]) -> Vec<Cell> {
    let label = labels.get(usize::from(row.case)).cloned().unwrap_or_default();
    let number = |n: u64| Cell::Number(n as i64);
    let mut cells = vec![Cell::Text(label), number(row.unit), number(row.round.into())];
    cells.push(Cell::Seed(row.seed));
    cells.extend(row.figures.iter().map(|x| Cell::Number(*x)));
    cells.extend([number(row.goes.0), number(row.goes.1), number(u64::from(row.starter) + 1)]);
    let winner = if row.winners == 0 { 0 } else { u64::from(row.winners.trailing_zeros()) + 1 };
    cells.extend([number(winner), Cell::Text(row.end.into())]);
    cells.extend(row.points.iter().map(|x| Cell::Number(*x)));
    cells
}

/// Where rows go.
enum Sink {
    Csv(Box<dyn Write + Send>),
    #[cfg(feature = "parquet")]
    Parquet(Box<super::parquet_rows::ParquetRows>),
}

/// Writes rows. What goes wrong is kept until the end, so that a full disk costs no figure.
pub struct RowWriter {
    sink: Sink,
    labels: Vec<String>,
    failed: Option<io::Error>,
}

impl RowWriter {
    /// Writes CSV (RFC 4180).
    pub fn csv(mut out: Box<dyn Write + Send>, labels: Vec<String>, seats: usize) -> Self {
        let names: Vec<String> = columns(seats).iter().map(|name| field(name)).collect();
        let failed = writeln!(out, "{}", names.join(",")).err();
        Self { sink: Sink::Csv(out), labels, failed }
    }
    /// Writes Parquet.
    ///
    /// # Errors
    /// When the file cannot be begun.
    #[cfg(feature = "parquet")]
    pub fn parquet(
        out: Box<dyn Write + Send>,
        labels: Vec<String>,
        seats: usize,
    ) -> io::Result<Self> {
        let rows = super::parquet_rows::ParquetRows::new(out, &columns(seats))?;
        Ok(Self { sink: Sink::Parquet(Box::new(rows)), labels, failed: None })
    }
    /// Writes rows.
    pub fn write(&mut self, rows: &[Row]) {
        for row in rows {
            if self.failed.is_some() {
                return;
            }
            let cells = cells(row, &self.labels);
            let done = match &mut self.sink {
                Sink::Csv(out) => writeln!(out, "{}", line(&cells)),
                #[cfg(feature = "parquet")]
                Sink::Parquet(rows) => rows.push(cells),
            };
            self.failed = done.err();
        }
    }
    /// Ends the file.
    ///
    /// # Errors
    /// What went wrong first, now or before.
    pub fn finish(self) -> io::Result<()> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        match self.sink {
            Sink::Csv(mut out) => out.flush(),
            #[cfg(feature = "parquet")]
            Sink::Parquet(rows) => rows.finish(),
        }
    }
}

fn line(cells: &[Cell]) -> String {
    let shown = |cell: &Cell| match cell {
        Cell::Number(n) => n.to_string(),
        Cell::Seed(n) => n.to_string(),
        Cell::Text(text) => field(text),
    };
    cells.iter().map(shown).collect::<Vec<_>>().join(",")
}
