// node query.js < SQL
//
// Runs statements in DuckDB, in a database in memory, and writes the rows of the last one as JSON.
const fs = require('fs');
const { DuckDBInstance } = require('@duckdb/node-api');

async function main() {
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  const result = await connection.runAndReadAll(fs.readFileSync(0, 'utf8'));
  fs.writeFileSync(1, JSON.stringify(result.getRowsJson()));
}

main().catch(error => {
  console.error(error);
  process.exitCode = 1;
});
