import { z } from "zod";
import { searchText } from "../core/input-schemas";

export const resourceSearch = z.object({ search: searchText });

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
