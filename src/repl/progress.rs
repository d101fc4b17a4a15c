//! How far a long run is: a bar on a terminal, nothing elsewhere.

use crate::sim::rows::RowWriter;
use crate::sim::{Plan, Row, Watcher};
use indicatif::{HumanCount, ProgressBar, ProgressFinish, ProgressState, ProgressStyle};
use std::fmt::Write;

/// A bar on a terminal, cleared at the end; and rows to a file.
pub struct Bar {
    bar: ProgressBar,
    rows: Option<RowWriter>,
}

impl Bar {
    /// The bar of a run, and where its rows go.
    pub fn new(plan: &Plan, rows: Option<RowWriter>) -> Self {
        let (from, to) = plan.range();
        let bar = ProgressBar::new(to - from).with_finish(ProgressFinish::AndClear);
        let template = "{bar:32} {human_pos}/{human_len} {speed}/s, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            // Whole rounds: nobody reads parts of one.
            let speed = |state: &ProgressState, out: &mut dyn Write| {
                let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
            };
            bar.set_style(style.with_key("speed", speed));
        }
        Self { bar, rows }
    }
    /// Clears the bar; the rows are still to be ended.
    pub fn finish(self) -> Option<RowWriter> {
        self.rows
    }
}

impl Watcher for Bar {
    fn progress(&mut self, done: u64) -> bool {
        self.bar.set_position(done);
        true
    }
    fn rows(&mut self, rows: &[Row]) {
        if let Some(writer) = &mut self.rows {
            writer.write(rows);
        }
    }
    fn wants_rows(&self) -> bool {
        self.rows.is_some()
    }
}
