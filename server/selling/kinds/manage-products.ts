import type { z } from "zod";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { isUuid } from "../../core/input-schemas";
import type {
  EditedProduct,
  NewProduct,
  OfficeListQuery,
  OfficeNew,
  OfficeRef,
} from "../../catalogue/products/office/schemas";
import { nameOf } from "../../catalogue/products/kinds";
import { kindOf } from "../purchases/sold-kind";

const officeOf = (ctx: MemberContext, { kind }: Pick<OfficeRef, "kind">) => kindOf(ctx, { productKind: kind }).office;

/** Returns what names a product. Throws not_found for what can't be the name of one. */
function refOf(ctx: MemberContext, { kind, ref }: OfficeRef): string {
  if (isUuid(ref) || officeOf(ctx, { kind }).isNamedBySlug) return ref;
  throw new DomainError("not_found", `${nameOf(kind)} not found`);
}

/** Lists the products of a kind for the instructor. */
export async function listProducts(ctx: MemberContext, { search, page, ...of }: OfficeListQuery) {
  const office = officeOf(ctx, of);
  return { name: office.list, ...(await office.read(ctx, { search, page })) };
}

/** Returns the form of a new product. */
export async function getNewProduct(ctx: MemberContext, { of, ...ofKind }: OfficeNew) {
  const office = officeOf(ctx, ofKind);
  return { list: office.list, ...(await office.begin(ctx, { of })) };
}

/** Returns the form of a product. Throws not_found. */
export async function getProductForm(ctx: MemberContext, product: OfficeRef) {
  const office = officeOf(ctx, product);
  return { list: office.list, ...(await office.open(ctx, refOf(ctx, product))) };
}

/** Adds a product. Throws invalid, busy. */
export const createProduct = (ctx: MemberContext, { kind, form }: NewProduct) => {
  const office = officeOf(ctx, { kind });
  return office.create(ctx, checked(office.form.stored.new, form));
};

/** Changes a product. Throws not_found, changed_meanwhile, invalid, busy. */
export const editProduct = (ctx: MemberContext, { form, ...product }: EditedProduct) => {
  const office = officeOf(ctx, product);
  return office.edit(ctx, refOf(ctx, product), checked(office.form.stored.edited, form));
};

/** Deletes a product, or withdraws it from sale. Throws not_found, closed, busy. */
export const removeProduct = (ctx: MemberContext, product: OfficeRef) =>
  officeOf(ctx, product).remove(ctx, refOf(ctx, product));

/** Throws invalid, with the first field that is wrong. */
function checked(schema: z.ZodType, form: unknown): unknown {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DomainError("invalid", issue?.message ?? "This form is not complete.", { field: issue?.path.join(".") });
}
