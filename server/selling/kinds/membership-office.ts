import type { Context } from "../../core/context";
import { versionOf } from "../../core/forms";
import { beginningOf, textsOf, viewOf } from "../../catalogue/products/office/form";
import { menuOf, officePath, type ProductOffice } from "../../catalogue/products/office/product-office";
import { describeDeletion } from "../../catalogue/products/unsold";
import {
  createPlan,
  deletePlan,
  editPlan,
  listGrantable,
  listPlans,
  requirePlan,
} from "../memberships/plans/manage-plans";
import { listPaidPrices } from "../memberships/show/paid-prices";
import { planFields, planForm } from "../memberships/plans/plan-form";

const kind = "membership";

export const membershipOffice: ProductOffice = {
  list: "Memberships",
  form: planForm,
  files: {},
  async read(ctx) {
    return {
      lede: "What members have each month, for a price a month or a year.",
      links: [{ label: "Members", to: "/admin/memberships/members" }],
      products: {
        caption: "Memberships",
        titled: "Membership",
        columns: [
          { label: "Price", place: "number" },
          { label: "Members", place: "lastDetail" },
        ],
        rows: (await listPlans(ctx)).map(({ id, title, isOn, price, holds, members }) => ({
          ref: id,
          title,
          to: officePath(kind, id),
          note: holds,
          cells: [price, members === 1 ? "1 member" : `${members} members`],
          isOn,
          menu: menuOf(kind, { ref: id, title }, [
            { label: "Members", to: `/admin/memberships/members?plan=${id}`, name: `Members of ${title}` },
          ]),
        })),
      },
      empty: "There are no memberships yet.",
    };
  },
  async begin(ctx) {
    return { fields: await readFields(ctx), values: beginningOf(planFields) };
  },
  async open(ctx, id) {
    const stored = await requirePlan(ctx.db, id);
    const [sentences, fields] = await Promise.all([listPaidPrices(ctx, { id }), readFields(ctx)]);
    return {
      name: stored.title,
      lede: "Changes are for those who join from now on. Members keep what they have, and what they pay.",
      ...(sentences.length > 0 && { paid: { sentences, note: toMove } }),
      fields,
      values: textsOf(planFields, stored),
      version: versionOf(stored),
      deletion: await describeDeletion(ctx.db, { id, kind }, "No one has joined it."),
    };
  },
  create: createPlan,
  edit: editPlan,
  remove: deletePlan,
};

const toMove =
  "To move one member to another plan or price, change their subscription in Stripe’s dashboard: this site follows within minutes.";

async function readFields(ctx: Pick<Context, "db">) {
  const { categories, collections } = await listGrantable(ctx);
  return viewOf(planFields, {
    inputs: { categoryIds: { options: categories }, collectionIds: { options: collections } },
  });
}
