import { setImmediate as yieldToOthers } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { DomainError } from "../../core/errors";
import { stripControls, stripInvisible } from "../../core/input-schemas";

export const maxImportBytes = 5 * 1024 * 1024;
const maxImportRows = 10_000;
const maxColumns = 200;
const maxCell = 10_000;
const rowsPerTurn = 250;

/** Throws invalid if the bytes are not UTF-8, or the file of a spreadsheet program. */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes.length === 0) throw refusal("The file is empty.");
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw refusal("This is a spreadsheet, not a CSV file. Please save it as “CSV UTF-8” and choose it again.");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refusal(
      "The file is not in UTF-8, so that names with accents would be damaged. Please save it as “CSV UTF-8” and choose it again.",
      cause,
    );
  }
}

export type CsvFile = { header: string[]; rows: CsvRow[] };

/** `number` is the row's number in a spreadsheet, where the header is row 1. */
export type CsvRow = { number: number; cells: string[] };

/** Reads a file with commas, semicolons or tabs, some rows at a time. Throws invalid with the row that can't be read. */
export async function readCsv(text: string): Promise<CsvFile> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    max_record_size: maxCell * 20,
  });
  parser.end(text);
  let header: string[] | null = null;
  let number = 0;
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

/** Returns what separates the columns: what the header has most of, outside quotation marks. */
function delimiterOf(text: string): string {
  const [firstLine = ""] = text.trimStart().split(/\r?\n/, 1);
  const bare = firstLine.replace(/"[^"]*"/g, "");
  const count = (delimiter: string) => bare.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

const refusal = (message: string, cause?: unknown) => new DomainError("invalid", message, { field: "file", cause });
