import { parse } from "csv-parse/sync";

/** Returns the rows of an export as short texts: their cells with bare commas between. */
export const linesOfCsv = (csv: string): string[] => parse(csv, { bom: true }).map((cells) => cells.join(","));

/** Returns the rows of an export by the names of their columns. */
export const recordsOfCsv = (csv: string): Record<string, string>[] =>
  parse<Record<string, string>>(csv, { bom: true, columns: true });
