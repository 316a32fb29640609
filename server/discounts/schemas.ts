import { z } from "zod";

export const invalidCode = "Invalid discount code";

/** A code as it is looked up, whatever way it was typed; nothing typed is no code. */
export const discountCode = z
  .string()
  .trim()
  .max(100, invalidCode)
  .regex(/^\P{Cc}*$/u, invalidCode)
  .transform((code) => code.toUpperCase() || undefined);
