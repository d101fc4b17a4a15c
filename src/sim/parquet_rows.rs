//! Rows as Apache Parquet: one row group for every 50,000 rounds.

use super::rows::Cell;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::sync::Arc;

/// Rows that are kept before they are written.
const GROUP: usize = 50_000;

/// A Parquet file that is being written.
pub(super) struct ParquetRows {
    writer: SerializedFileWriter<Box<dyn Write + Send>>,
    columns: usize,
    rows: Vec<Vec<Cell>>,
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => io::Error::other(inner.to_string()),
        other => io::Error::other(other.to_string()),
    }
}

/// The type of a column, by its name.
fn column(name: &str) -> Result<Type, ParquetError> {
    let (physical, logical) = match name {
        "case" | "end" => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        "seed" => (Physical::INT64, Some(LogicalType::integer(64, false))),
        _ => (Physical::INT64, None),
    };
    Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(logical)
        .build()
}

impl ParquetRows {
    pub(super) fn new(out: Box<dyn Write + Send>, names: &[String]) -> io::Result<Self> {
        let fields = names.iter().map(|name| column(name).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let schema = Type::group_type_builder("round").with_fields(fields).build();
        let schema = Arc::new(schema.map_err(failed)?);
        let made_by = concat!("houserules ", env!("CARGO_PKG_VERSION")).to_string();
        let properties = WriterProperties::builder().set_created_by(made_by).build();
        let writer = SerializedFileWriter::new(out, schema, Arc::new(properties));
        Ok(Self { writer: writer.map_err(failed)?, columns: names.len(), rows: Vec::new() })
    }
    pub(super) fn push(&mut self, cells: Vec<Cell>) -> io::Result<()> {
        self.rows.push(cells);
        if self.rows.len() >= GROUP { self.group().map_err(failed) } else { Ok(()) }
    }
    pub(super) fn finish(mut self) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.group().map_err(failed)?;
        }
        self.writer.close().map_err(failed)?;
        Ok(())
    }

    /// Writes the rows that are kept.
    fn group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for at in 0..self.columns {
            let Some(mut column) = group.next_column()? else { break };
            if matches!(self.rows[0].get(at), Some(Cell::Text(_))) {
                let text = |row: &Vec<Cell>| match row.get(at) {
                    Some(Cell::Text(text)) => ByteArray::from(text.as_str()),
                    _ => ByteArray::from(""),
                };
                let values: Vec<ByteArray> = self.rows.iter().map(text).collect();
                column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
            } else {
                let number = |row: &Vec<Cell>| match row.get(at) {
                    Some(Cell::Number(n)) => *n,
                    Some(Cell::Seed(n)) => n.cast_signed(),
                    _ => 0,
                };
                let values: Vec<i64> = self.rows.iter().map(number).collect();
                column.typed::<Int64Type>().write_batch(&values, None, None)?;
            }
            column.close()?;
        }
        group.close()?;
        self.rows.clear();
        Ok(())
    }
}
