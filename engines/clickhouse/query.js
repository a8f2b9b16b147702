// node query.js CONFIG DATA < QUERY
//
// Runs a query in ClickHouse, with a server configuration and a folder for its data, and writes the result as
// TabSeparated. Both paths are absolute.
const fs = require('fs');
const { Session } = require('chdb');

const [config, data] = process.argv.slice(2);
const session = new Session(data, { connectionArgs: [`--config-file=${config}`] });
const result = session.query(fs.readFileSync(0, 'utf8'), 'TabSeparated');
for (let rest = Buffer.from(result); rest.length > 0;) rest = rest.subarray(fs.writeSync(1, rest));
session.close();
