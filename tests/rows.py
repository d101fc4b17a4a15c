"""Reads the rows of a run with DuckDB: `python3 tests/rows.py ROWS.parquet ROWS.csv`.

Both files are of the same run (`houserules sim --rows FILE`). Prints a table such as a designer
would ask for, and ends with 1 where the two files differ in a single value.
"""

import sys

import duckdb

parquet, csv = sys.argv[1:3]
rows = duckdb.read_parquet(parquet)
# Texts stay texts, and seeds need all 64 bits.
types = {name: str(kind) for name, kind in zip(rows.columns, rows.types)}
same = duckdb.read_csv(csv, dtype=types)

print(duckdb.sql('select "end", count(*) as rounds, avg(turns) as turns, max(turns) as longest '
                 'from rows group by "end" order by rounds desc'))
print(duckdb.sql("select winner, count(*) as rounds, avg(points) as points "
                 "from rows group by winner order by winner"))

differ = duckdb.sql("(from rows except all from same) union all (from same except all from rows)")
count, seeds = len(rows), types["seed"]
print(f"{count} rows, {len(rows.columns)} columns, seeds are {seeds}; "
      f"{len(differ)} rows differ from the CSV")
sys.exit(len(differ) > 0 or len(same) != count or rows.columns != same.columns)
