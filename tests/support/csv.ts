import { parse } from "csv-parse/sync";

/** Returns the rows of an export as short texts: their cells with bare commas between. */
export const linesOfCsv = (csv: string): string[] =>
  parse(csv, { bom: true }).map((cells) => cells.join(","));
