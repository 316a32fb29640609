import { productKind } from "@db/schema";
import { z } from "zod";
import { searchText } from "../../../core/input-schemas";
import { pageNumber } from "../../../core/pagination";

const ofKind = z.object({ kind: z.enum(productKind.enumValues) });

export const officeList = ofKind.extend({ search: searchText, page: pageNumber });
export type OfficeListQuery = z.infer<typeof officeList>;

/** `of`: what a new product is to be made of. */
export const officeNew = ofKind.extend({ of: z.string().max(60).optional() });
export type OfficeNew = z.infer<typeof officeNew>;

/** Names a product by its id, a collection by its slug. */
export const officeRef = ofKind.extend({ ref: z.string().max(60) });
export type OfficeRef = z.infer<typeof officeRef>;

/** What the form of its kind holds: each kind has a schema of its own. */
const form = z.record(z.string(), z.unknown());

export const newProduct = ofKind.extend({ form });
export type NewProduct = z.infer<typeof newProduct>;

export const editedProduct = officeRef.extend({ form });
export type EditedProduct = z.infer<typeof editedProduct>;
