import { stringify } from "csv-stringify/sync";

/** Without this mark, Excel on Windows takes UTF-8 for the alphabet of the country. */
const byteOrderMark = "\uFEFF";

/** Returns the start of a CSV file (RFC 4180, UTF-8), or a later part of it if `header` is null. Every field is quoted. */
export const writeCsv = (header: string[] | null, rows: string[][]): string =>
  header === null ? writeRows(rows) : byteOrderMark + writeRows([header, ...rows]);

const writeRows = (rows: string[][]): string =>
  stringify(rows, {
    record_delimiter: "windows",
    quoted: true,
    quoted_empty: true,
    cast: { string: disarmFormulas },
  });

/**
 * Prevents formula injection, also where a spreadsheet divides the file at its own separator and ignores quotes.
 * The library's escape_formulas misses that, spaces and full-width signs.
 */
const disarmFormulas = (text: string): string => text.replace(/^(?=[\t\r])/, "'").replace(formulaStart, "$1'");

/** The start of a cell, or of what becomes one, before a sign. A negative number stays one: spreadsheets add it up. */
const formulaStart = /(^|[;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])(?! *-\d+(?:\.\d+)?(?:[;\t\r\n]|$))/g;
