import { z } from "zod";
import { isTimeZone } from "../../core/dates";
import { currencies } from "../../core/money";
import { importFormats } from "./formats";
import { dateOrders } from "./read-values";
import { maxImportBytes } from "./read-csv";

const checkbox = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

/** The form without its file, which is read as it arrives. */
export const importForm = z.object({
  format: z.enum(importFormats, "Please choose where the file is from"),
  timeZone: z.string({ error: "Please choose a time zone" }).refine(isTimeZone, "Please choose a time zone"),
  currency: z.enum(currencies, "Please choose a currency"),
  dateOrder: z.enum(dateOrders, "Please choose what comes first"),
  createsSessions: checkbox,
});

export const newImport = importForm.extend({
  createsSessions: z.boolean(),
  fileName: z.string().max(200),
  /** Whether the file does not say how its letters are written. */
  isGuessed: z.boolean().default(false),
  text: z.string().max(maxImportBytes),
});

export const importRef = z.object({ id: z.uuid() });
export const agreedImport = importRef.extend({
  digest: z.string().max(100),
  /** Whether the rows with problems are left out; else nothing is imported while there are some. */
  leavesOut: z.boolean().default(false),
});
export const agreedImportForm = z.object({ digest: agreedImport.shape.digest, leavesOut: checkbox });
