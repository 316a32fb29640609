import { stringify } from "csv-stringify/sync";

export const writeCsv = (rows: string[][]): string =>
  stringify(rows, { record_delimiter: "windows", quoted_match: /[\r\n]/, cast: { string: disarmFormula } });

/** Prevents formula injection. The library's own escape_formulas misses formulas after a space. */
const disarmFormula = (text: string): string =>
  /^\s*[=+\-@\t\r]/.test(text) && !isNegativeAmount(text) ? `'${text}` : text;

/** A spreadsheet must be able to add it up. */
const isNegativeAmount = (text: string): boolean => /^-\d+\.\d\d$/.test(text);
