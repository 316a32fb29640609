import { products, sessionWaitlist } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "../../core/context";
import { versionOf } from "../../core/forms";
import { printEntered } from "../../platform/money/session-price";
import { countSales } from "../../catalogue/products/manage-product";
import { beginningOf, textsOf, viewOf } from "../../catalogue/products/office/form";
import { officePath, type ProductOffice } from "../../catalogue/products/office/product-office";
import { asSessionPrice } from "../../catalogue/products/typed-product-prices";
import { deleteProduct, describeDeletion } from "../../catalogue/products/unsold";
import { readCourses } from "../courses/course";
import { listBuyers } from "../courses/list-buyers";
import {
  courseOf,
  createCourse,
  editCourse,
  getNewCourse,
  listOfferedDates,
  requirePriced,
} from "../courses/manage-courses";
import { courseFields, courseForm, type OfferedDate } from "../courses/office-form";
import { isOpenEntryIn } from "../waitlist/entries";

const kind = "course";

export const courseOffice: ProductOffice = {
  list: "Courses",
  form: courseForm,
  files: {},
  async read(ctx) {
    return {
      lede: "All dates of a series for one price. Those on sale are below the schedule.",
      links: [],
      products: { lines: await readLines(ctx) },
      empty: "There are no courses yet.",
    };
  },
  /** A course is made of the series of which `of` is a date. */
  async begin(ctx, { of }) {
    const { series, title, dates } = await getNewCourse(ctx, { of: z.uuid().safeParse(of).data });
    const page = { fields: fieldsOf(dates), values: beginningOf(courseFields, { title, sessionIds: idsOf(dates) }) };
    if (dates.length > 0) return page;
    const choices = series.map(({ id, label }) => ({ label, to: `${officePath(kind, "new")}?of=${id}` }));
    const nothing = "There is no series yet. Add a session that repeats.";
    return {
      ...page,
      lede: "Choose the series that it is made of.",
      choices: { links: choices, nothing, add: { label: "Add a session", to: "/admin/sessions/new" } },
    };
  },
  async open(ctx, id) {
    const stored = courseOf(await requirePriced(ctx.db, id));
    const buyers = await listBuyers(ctx, { id });
    const waiting = await ctx.db.$count(sessionWaitlist, isOpenEntryIn({ courseId: id }));
    return {
      name: stored.title,
      lede: "Changes are for those who book it from now on.",
      fields: fieldsOf(await listOfferedDates(ctx, stored.sessionIds)),
      values: textsOf(courseFields, stored),
      version: versionOf(stored),
      buyers: {
        rows: buyers.map(({ id: purchaseId, name, email, dates, amount }) => ({
          ref: purchaseId,
          name,
          email,
          facts: `${dates}, ${amount}`,
        })),
        nothing: "This course has not been booked yet.",
      },
      linksBelow: [
        { label: `Waitlist (${waiting})`, to: `/admin/courses/${id}/waitlist` },
        ...(buyers.length > 0 ? [{ label: "Message everyone", to: `/admin/courses/${id}/message` }] : []),
        { label: "Delete course", to: officePath(kind, id, "delete") },
      ],
      deletion: await describeDeletion(ctx.db, { id, kind }, "No one has booked it. Its dates stay on the schedule."),
    };
  },
  create: createCourse,
  edit: editCourse,
  remove: (ctx, id) => deleteProduct(ctx, { id, kind }),
};

const idsOf = (dates: OfferedDate[]): string[] => dates.map(({ id }) => id);
const fieldsOf = (dates: OfferedDate[]) => viewOf(courseFields, { inputs: { sessionIds: { options: dates } } });

/** Lists every course, the newest last. */
async function readLines({ db }: Pick<Context, "db">) {
  const ids = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.kind, kind))
    .orderBy(asc(products.createdAt), asc(products.id));
  const sales = await countSales(db, kind);
  const courses = await readCourses(
    db,
    ids.map(({ id }) => id),
  );
  return courses.map(({ product, dates }) => {
    const price = printEntered(asSessionPrice(product));
    const sold = `${sales.get(product.id) ?? 0} booked`;
    return {
      ref: product.id,
      title: product.title,
      to: officePath(kind, product.id),
      text: `${price} for ${dates.length} dates, ${sold}${product.isOn ? "" : ", not on sale"}`,
    };
  });
}
