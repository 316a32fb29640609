import type { ProductKind } from "@server/catalogue/products/kinds/kind";
import type { TestApp } from "./test-app";

type Api = Pick<ReturnType<TestApp["as"]>, "products">;
/** Names a product by its id, a collection by its slug. */
type Ref = { id?: string; collection?: string };
const refOf = ({ id, collection }: Ref): string => id ?? collection ?? "";

/** Returns what an admin can do with the products of a kind. */
export const officeOf = ({ products: { office } }: Api, kind: ProductKind) => ({
  async list() {
    const { products } = await office.list({ kind });
    return "rows" in products ? products.rows : products.lines;
  },
  getNew: (query: { of?: string }) => office.getNew({ kind, ...query }),
  /** Opens the form, with what its fields hold. */
  async getForm(ref: Ref) {
    const opened = await office.getForm({ kind, ref: refOf(ref) });
    const form: Record<string, unknown> & typeof opened = { ...opened.values, ...opened };
    return form;
  },
  create: (form: object) => office.create({ kind, form: { ...form } }),
  edit: (form: Ref & Record<string, unknown>) => office.edit({ kind, ref: refOf(form), form: { ...form } }),
  delete: (ref: Ref) => office.delete({ kind, ref: refOf(ref) }),
});
