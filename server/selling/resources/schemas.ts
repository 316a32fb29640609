import { z } from "zod";
import { formVersion } from "../../core/forms";
import { searchText, typedLine, typedText } from "../../core/input-schemas";
import { currencies, type Currency } from "../../core/money";
import { type Page, pageNumber } from "../../core/pagination";
import type { ResourceFile } from "./resource-files";
import { parseMinor, typedAmount } from "../../platform/money/convert-price";

export const publicResourceQuery = z.object({ search: searchText });

export const resourceRef = z.object({ id: z.uuid() });

export type ListedResource = {
  id: string;
  title: string;
  category: string | null;
  description: string;
  price: string;
  image: string;
  isFree: boolean;
  isMine: boolean;
};

export type ResourcePage = ListedResource & {
  files: (ResourceFile & { path: string | null })[];
  /** `members`: free with an account; `on_request`: it has no files yet; `waiting`: bought, opens later. */
  access: "open" | "members" | "for_sale" | "on_request" | "waiting";
  opensOn: string | null;
};

const invalidPrice = "Please enter a valid price.";

const fields = {
  title: typedLine(200, "Title is required"),
  description: typedText(10_000, "Description is required"),
  category: typedLine(100).optional(),
  fileId: z.uuid().optional(),
  removeFiles: z.array(z.uuid()).max(100).default([]),
};

const resourceForm = z.object({
  ...fields,
  price: z.string({ error: invalidPrice }).trim().regex(typedAmount, invalidPrice).transform(parseMinor),
  currency: z.enum(currencies).default("USD"),
});
export const newResourceForm = resourceForm.extend({ formKey: z.uuid() });
export const editedResourceForm = resourceForm.extend({ version: formVersion });

const priced = {
  priceMinor: z.number().int().min(0, invalidPrice).max(99_999_999, invalidPrice),
  currency: z.enum(currencies),
};
export const newResource = z.object({ ...fields, ...priced, formKey: z.uuid() });
export type NewResource = z.infer<typeof newResource>;
export const editedResource = z.object({ ...fields, ...priced, id: z.uuid(), version: formVersion });
export type EditedResource = z.infer<typeof editedResource>;

export const adminResourceQuery = z.object({
  search: searchText,
  page: pageNumber,
});
export type AdminResourceQuery = z.infer<typeof adminResourceQuery>;

export type AdminResource = {
  id: string;
  title: string;
  category: string;
  price: string;
  addedAt: string;
  files: number;
};
export type ResourceList = { resources: AdminResource[]; page: Page };

export type ResourceValues = {
  title: string;
  description: string;
  category: string;
  price: string;
  currency: Currency;
};
export type OpenedResource = ResourceValues & { version: string; files: ResourceFile[]; buyers: number };
