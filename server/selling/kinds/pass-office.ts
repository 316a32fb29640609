import { passTerms, products } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { versionOf } from "../../core/forms";
import { printEntered } from "../../platform/money/session-price";
import { readPassFigures } from "../../payments/ledger/pass-figures";
import { holds } from "../../catalogue/passes/describe-pass";
import { countOtherHolders, createPass, editPass, requirePass } from "../../catalogue/passes/manage-passes";
import { passFields, passForm } from "../../catalogue/passes/pass-form";
import { describeLimit } from "../../catalogue/passes/place-limit";
import { kinds } from "../../catalogue/products/kinds";
import { countSales } from "../../catalogue/products/manage-product";
import { beginningOf, textsOf, viewOf } from "../../catalogue/products/office/form";
import { menuOf, officePath, type ProductOffice } from "../../catalogue/products/office/product-office";
import { asSessionPrice } from "../../catalogue/products/typed-product-prices";
import { deleteProduct, describeDeletion } from "../../catalogue/products/unsold";
import { listCategories } from "../../catalogue/schedule/categories";

const kind = "pass";

export const passOffice: ProductOffice = {
  list: "Passes",
  form: passForm,
  files: {},
  async read(ctx) {
    return {
      lede: "Several sessions, paid once. Those on sale are at /passes.",
      links: [{ label: "Holders", to: "/admin/passes/holders" }],
      products: {
        caption: "Passes",
        titled: "Pass",
        columns: [
          { label: "Price", place: "number" },
          { label: "Sold", place: "detail" },
          { label: "Used", place: "detail" },
          { label: "Open", place: "detail" },
          { label: "Unused value", place: "lastDetail" },
        ],
        rows: await readRows(ctx),
      },
      empty: "There are no passes yet.",
    };
  },
  async begin(ctx) {
    return { fields: await readFields(ctx, 0), values: beginningOf(passFields) };
  },
  async open(ctx, id) {
    const stored = await requirePass(ctx.db, id);
    const otherHolders = await countOtherHolders(ctx.db, id);
    return {
      name: stored.title,
      lede: "Changes are for those who buy it from now on.",
      fields: await readFields(ctx, otherHolders),
      values: textsOf(passFields, stored),
      version: versionOf(stored),
      deletion: await describeDeletion(ctx.db, { id, kind }, "No one has bought it."),
    };
  },
  create: createPass,
  edit: editPass,
  remove: (ctx, id) => deleteProduct(ctx, { id, kind }),
};

/** Lists every pass, the newest last. */
async function readRows(ctx: MemberContext) {
  const rows = await ctx.db
    .select({ product: products, terms: passTerms })
    .from(products)
    .innerJoin(passTerms, eq(passTerms.productId, products.id))
    .orderBy(asc(products.createdAt), asc(products.id));
  const [sales, figures] = await Promise.all([countSales(ctx.db, kind), readPassFigures(ctx)]);
  return rows.map(({ product, terms }) => {
    const { id, title, isOn } = product;
    const own = figures.find(({ productId }) => productId === id);
    return {
      ref: id,
      title,
      to: officePath(kind, id),
      note: [holds(terms), describeLimit(terms.placeLimit)].filter(Boolean).join(", "),
      cells: [
        printEntered(asSessionPrice(product)),
        `${sales.get(id) ?? 0} sold`,
        own && `${own.used} used`,
        own && `${own.open} open`,
        own?.value,
      ],
      isOn,
      menu: menuOf(kind, { ref: id, title }, [
        { label: "Holders", to: `/admin/passes/holders?pass=${id}`, name: `Holders of ${title}` },
        { label: "See its page", to: kinds[kind].pathOf(product), name: `See the page of ${title}` },
      ]),
    };
  });
}

async function readFields(ctx: MemberContext, otherHolders: number) {
  const categories = await listCategories(ctx);
  const people = otherHolders === 1 ? "1 person who has" : `${otherHolders} people who have`;
  return viewOf(passFields, {
    inputs: { categoryIds: { options: categories.map(({ id, name }) => ({ id, name })) } },
    labels: { isLimitForHolders: `Also for the ${people} it already` },
    without: otherHolders > 0 ? [] : ["isLimitForHolders"],
  });
}
