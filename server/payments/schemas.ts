import { z } from "zod";

/** A month of the books, "2026-11", and the page of it; whatever else is asked for is the present month's first page. */
export const ledgerQuery = z.object({
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional()
    .catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});

export const paymentRef = z.object({ paymentId: z.uuid() });
