import { z } from "zod";

/** What is looked for; PostgreSQL keeps no zero bytes, so nothing can be found by one. */
export const resourceSearch = z.object({
  search: z
    .string()
    .trim()
    .max(100)
    .refine((text) => !text.includes("\0"))
    .catch(""),
});

export const resourceRef = z.object({ id: z.uuid() });

/** A learning resource as lists and its own page print it. */
export type ListedResource = {
  id: string;
  title: string;
  category: string | null;
  description: string;
  /** In the visitor's currency: "£18", "Free". */
  price: string;
};
