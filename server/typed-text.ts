import { z } from "zod";

const plainText = "Please use plain text";
const tooLong = (most: number) => `Please keep it to ${most} characters`;

/** One line of text; PostgreSQL keeps no zero bytes. `missing` is what is said where nothing was typed. */
export const typedLine = (most: number, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(most, tooLong(most))
    .regex(/^\P{Cc}*$/u, plainText);

/** Text that may have lines. Browsers send two characters for each break; texts are kept with one. */
export const typedText = (most: number, missing?: string) =>
  z
    .string(missing === undefined ? undefined : { error: missing })
    .trim()
    .max(most, tooLong(most))
    .regex(/^[\P{Cc}\r\n\t]*$/u, plainText)
    .transform((text) => text.replaceAll("\r\n", "\n"));
