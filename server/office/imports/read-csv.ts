import { setImmediate as yieldToOthers } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { type DecodedText, decodeText } from "../../core/decode-text";
import { DomainError } from "../../core/errors";
import { stripControls, stripInvisible } from "../../core/input-schemas";

export const maxImportBytes = 5 * 1024 * 1024;
const maxImportRows = 10_000;
const maxColumns = 200;
const maxCell = 10_000;
const rowsPerTurn = 250;

/** Returns the text of a file. Throws invalid for a spreadsheet program's own file, and for letters that can't be told. */
export function decodeCsv(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) throw refusal("The file is empty.");
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  if (ownFormats.some((format) => start.startsWith(format))) throw refusal(spreadsheet);
  const decoded = decodeText(bytes);
  if (!decoded) throw refusal(bytes.includes(0) ? spreadsheet : unknownLetters);
  return decoded;
}

/** How XLSX and Numbers, XLS and PDF files begin. */
const ownFormats = ["504b", "d0cf11e0", "25504446"];

const spreadsheet = "This is a spreadsheet, not a CSV file. Please save it as “CSV UTF-8” and choose it again.";
const unknownLetters =
  "The file is not in UTF-8, and its alphabet can’t be told, so that names would be damaged. Please save it as “CSV UTF-8” and choose it again.";

export type CsvFile = { header: string[]; rows: CsvRow[] };

/** `number` is the row's number in a spreadsheet, where the header is row 1. */
export type CsvRow = { number: number; cells: string[] };

/**
 * Reads a file with commas, semicolons, tabs or bars, some rows at a time. Throws invalid with the row that can't be read.
 */
export async function readCsv(text: string): Promise<CsvFile> {
  // Excel takes a first line such as "sep=;" for what separates the columns.
  const [said = "", separator] = /^\uFEFF?"?sep=(.)"?(?:\r\n?|\n)/i.exec(text) ?? [];
  const content = text.slice(said.length);
  const parser = parse({
    bom: true,
    delimiter: separator ?? delimiterOf(content),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxCell * 20,
  });
  parser.end(content);
  let header: string[] | null = null;
  let number = separator === undefined ? 0 : 1;
  const rows: CsvRow[] = [];
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      number += 1;
      if (number % rowsPerTurn === 0) await yieldToOthers();
      if (record.every((cell) => cell.trim() === "")) continue;
      if (record.length > maxColumns) throw refusal(`Row ${number} has more than ${maxColumns} columns.`);
      const cells = record.map((cell) => stripInvisible(stripControls(cell.slice(0, maxCell).replace(/\s+/g, " "))));
      if (header === null) header = cells;
      else rows.push({ number, cells });
      if (rows.length > maxImportRows) {
        throw refusal(`The file has more than ${maxImportRows.toLocaleString("en")} rows. Please divide it.`);
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refusal(`The file can’t be read after row ${number}: a quotation mark is missing or misplaced.`, error);
  }
  if (header === null) throw refusal("The file is empty.");
  if (rows.length === 0) throw refusal("The file has no rows below its header.");
  return { header, rows };
}

const longestHeader = 20_000;

/** Returns what separates the columns: what the header has most of, outside quotation marks. */
function delimiterOf(text: string): string {
  const start = text.slice(0, longestHeader).replace(/"[^"]*"/g, "");
  const [bare = ""] = start.replace(/^(?: *[\r\n])+/, "").split(/[\r\n]/, 1);
  const count = (delimiter: string) => bare.split(delimiter).length;
  return [",", ";", "\t", "|"].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

const refusal = (message: string, cause?: unknown) => new DomainError("invalid", message, { field: "file", cause });
