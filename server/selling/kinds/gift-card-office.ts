import type { Queryable } from "@db/client";
import { giftCardTerms, products } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import { versionOf } from "../../core/forms";
import { formatPrice } from "../../core/money";
import { validFor } from "../../catalogue/gift-cards/describe-card";
import { giftCardFields, giftCardForm } from "../../catalogue/gift-cards/gift-card-form";
import { createGiftCard, editGiftCard, requireGiftCard } from "../../catalogue/gift-cards/manage-gift-cards";
import { kinds } from "../../catalogue/products/kinds";
import { countSales } from "../../catalogue/products/manage-product";
import { beginningOf, textsOf, viewOf } from "../../catalogue/products/office/form";
import { menuOf, officePath, type ProductOffice } from "../../catalogue/products/office/product-office";
import { deleteProduct, describeDeletion } from "../../catalogue/products/unsold";

const kind = "gift_card";
const fields = viewOf(giftCardFields);

export const giftCardOffice: ProductOffice = {
  list: "Gift Cards",
  form: giftCardForm,
  files: {},
  async read({ db }) {
    return {
      lede: "Amounts that people give. Those on sale are at /gift-cards.",
      links: [],
      products: {
        caption: "Gift cards on sale",
        titled: "Gift card",
        columns: [
          { label: "Amounts", place: "number" },
          { label: "Sold", place: "lastDetail" },
        ],
        rows: await readRows(db),
      },
      empty: "There are no gift cards yet.",
      hasSoldCards: true,
    };
  },
  begin: () => Promise.resolve({ fields, values: beginningOf(giftCardFields) }),
  async open({ db }, id) {
    const stored = await requireGiftCard(db, id);
    return {
      name: stored.title,
      lede: "Changes are for those who buy it from now on.",
      fields,
      values: textsOf(giftCardFields, stored),
      version: versionOf(stored),
      deletion: await describeDeletion(db, { id, kind }, "No one has bought it."),
    };
  },
  create: createGiftCard,
  edit: editGiftCard,
  remove: (ctx, id) => deleteProduct(ctx, { id, kind }),
};

/** Lists every gift card on sale or off, the newest last. */
async function readRows(db: Queryable) {
  const rows = await db
    .select({ product: products, terms: giftCardTerms })
    .from(products)
    .innerJoin(giftCardTerms, eq(giftCardTerms.productId, products.id))
    .orderBy(asc(products.createdAt), asc(products.id));
  const sales = await countSales(db, kind);
  const pounds = (amountMinor: number) => formatPrice({ amountMinor, currency: "GBP" });
  return rows.map(({ product, terms }) => {
    const { id, title, isOn } = product;
    return {
      ref: id,
      title,
      to: officePath(kind, id),
      note: `Valid for ${validFor(terms.months)}`,
      cells: [`${pounds(terms.lowestMinor)} to ${pounds(terms.highestMinor)}`, `${sales.get(id) ?? 0} sold`],
      isOn,
      menu: menuOf(kind, { ref: id, title }, [
        { label: "See its page", to: kinds[kind].pathOf(product), name: `See the page of ${title}` },
      ]),
    };
  });
}
