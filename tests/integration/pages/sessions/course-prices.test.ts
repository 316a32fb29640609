import { payments, purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import { expect, formWith, test } from "../../../support/admin-over-http";
import { fieldsOf, PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { aCourseOf, someDates } from "../../../support/courses";
import { aCourseWithRates } from "../../../support/rates";

const guest = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };

test("books a course at a chosen rate, whose total is shown first, without JavaScript", async ({ server, db }) => {
  const { id } = await aCourseWithRates({ db }, await someDates(db));
  const browser = new PlainBrowser(server.url);
  const page = await browser.open(`/courses/${id}`);
  expect(textOf(page, "[aria-label=Prices]")).toBe("Standard, £100Low income, £50");
  expect(textOf(page, "main")).toContain("Book the course from £50");
  const form = await browser.open(`/courses/${id}/book`);
  expect(textOf(form, "main form")).toContain("I don’t ask for proof");
  const shown = await browser.submit(form, { ...guest, rate1: "2", intent: "tickets" });
  expect([shown.status, textOf(shown, "main form")]).toEqual([200, expect.stringContaining("Book £50.00")]);
  expect(fieldsOf(shown.root.querySelector("main form")!)).toMatchObject({ ...guest, rate1: "2" });
  await browser.submit(shown, guest);
  const [purchase] = await db.select().from(purchases);
  expect(purchase).toMatchObject({ priceRateName: "Low income", totalMinor: 5000 });
  const [payment] = await db.select().from(payments).where(eq(payments.purchaseId, purchase!.id));
  expect(payment!.amountMinor).toBe(5000);
});

test("says beside the field which amounts a course can be booked for, and keeps what was typed", async ({
  server,
  db,
}) => {
  const between = { pricing: "between" as const, priceMinor: 3000, highestPriceMinor: 9000 };
  const { id } = await aCourseOf(db, await someDates(db), between);
  const browser = new PlainBrowser(server.url);
  const refused = await browser.submit(await browser.open(`/courses/${id}/book`), { ...guest, amount: "5" });
  expect(refused.status).toBe(422);
  expect(textOf(refused, "[id$=amount-note]")).toContain("Enter an amount from £30 to £90");
  expect(fieldsOf(refused.root.querySelector("main form")!)).toMatchObject({ ...guest, amount: "5" });
});

test("shows and keeps the rates of a course in the back office, and lists their range", async ({ admin, db }) => {
  const { id } = await aCourseWithRates({ db }, (await someDates(db)).slice(0, 2), 3);
  const form = await admin.open(`/admin/products/course/${id}`);
  const fields = fieldsOf(form.root.querySelector(formWith(form, "Save course"))!);
  expect(fields).toMatchObject({ pricing: "rates", rate2Name: "Low income", rate2Price: "50", rate2Places: "3" });
  expect(textOf(await admin.open("/admin/products/course"), "main")).toContain("£50 to £100");
});
