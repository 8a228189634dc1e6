// Prints an Arrow file as JSON: {"metadata": {…}, "fields": ["name: Type?", …], "batches": n, "rows": [[cell, …], …]}.
// Numbers are printed as text: JSON numbers of JavaScript are neither 64-bit nor signed at zero.
// Run with the folder that has node_modules as the current one.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { tableFromIPC } = createRequire(process.cwd() + "/")("apache-arrow");
const table = tableFromIPC(readFileSync(process.argv[2]));
const cell = value => {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  return Object.is(value, -0) ? "-0.0" : value.toString();
};
const rows = [];
for (let r = 0; r < table.numRows; r++) {
  rows.push(table.schema.fields.map((_, c) => cell(table.getChildAt(c).get(r))));
}
console.log(JSON.stringify({
  metadata: Object.fromEntries(table.schema.metadata),
  fields: table.schema.fields.map(field => `${field.name}: ${field.type}${field.nullable ? "?" : ""}`),
  batches: table.batches.length,
  rows,
}));
