import { randomUUID } from "node:crypto";
import { discountCodes, outboxEmails, payments, products, purchases } from "@db/schema";
import { tendMemberships } from "@server/selling/memberships/tend/tend-memberships";
import { eq } from "drizzle-orm";
import { aCourseOf, anOpenCourse, someDates } from "../../../support/courses";
import { aMember, dayIn } from "../../../support/memberships";
import { aPass, aPassOnSale } from "../../../support/passes";
import { actingAs, aRecording } from "../../../support/recordings";
import { expect, test } from "../../../support/test-app";

const terms = { coversSessions: false, weeklyLimit: null, discountPercent: 15 };

test("takes a percentage off passes and collections: shown, charged, mailed and stored alike", async ({ app }) => {
  const { account } = await aMember(app, terms);
  const pass = await aPassOnSale(app.db, {}, { priceMinor: 11_999 });
  const { purchases: api } = app.as(actingAs(account));
  expect(await api.getForm({ product: pass.id })).toMatchObject({
    listPrice: "£119.99",
    total: "£101.99",
    memberDiscount: { terms: "15% off", amount: "£18.00" },
  });
  const { purchaseId } = await aPass(app, account, pass.id);
  const [bought] = await app.db.select().from(purchases).where(eq(purchases.id, purchaseId));
  expect(bought).toMatchObject({ listPriceMinor: 11_999, discountMinor: 1800, totalMinor: 10_199, status: "paid" });
  const [payment] = await app.db.select().from(payments).where(eq(payments.purchaseId, purchaseId));
  expect(payment!.amountMinor).toBe(10_199);
  const mails = await app.db.select().from(outboxEmails);
  expect(mails.some(({ props }) => JSON.stringify(props).includes("15% off with a membership"))).toBe(true);
  const { productId } = await aRecording(app.db);
  await app.db.update(products).set({ priceMinor: 4000, priceCurrency: "GBP" }).where(eq(products.id, productId));
  expect(await api.getForm({ product: productId })).toMatchObject({ listPrice: "£40.00", total: "£34.00" });
});

test("takes it off a course, and off a pass that is bought with a booking", async ({ app }) => {
  const { account } = await aMember(app, terms);
  const { id } = await aCourseOf(app.db, await someDates(app.db));
  const member = app.as(actingAs(account));
  const form = await member.courses.getForm({ id });
  expect(form.memberDiscount).toMatchObject({ terms: "15% off" });
  const { purchaseId } = await anOpenCourse(app, id, account);
  const [course] = await app.db.select().from(purchases).where(eq(purchases.id, purchaseId));
  expect(`£${(course!.totalMinor / 100).toFixed(2)}`).toBe(form.total);
  expect(course!.discountMinor).toBe(course!.listPriceMinor - course!.totalMinor);
  const pass = await aPassOnSale(app.db);
  const passForm = await member.purchases.getForm({ product: pass.id });
  expect(passForm).toMatchObject({ listPrice: "£120.00", total: "£102.00" });
  const { quote, formKey } = passForm;
  const made = await member.purchases.create({ product: pass.id, quote, formKey });
  const [bought] = await app.db.select().from(purchases).where(eq(purchases.id, made.purchaseId));
  expect(bought).toMatchObject({ totalMinor: 10_200, appliedDiscountCode: null });
});

test("uses a code in its place only if it is worth more, and takes nothing off for others", async ({ app }) => {
  const { account } = await aMember(app, terms);
  const pass = await aPassOnSale(app.db);
  const code = (name: string, discountPercentage: number) => ({
    code: name,
    discountType: "percentage" as const,
    discountPercentage,
    isActive: true,
  });
  await app.db.insert(discountCodes).values([code("LESS10", 10), code("MORE20", 20)]);
  const { purchases: api } = app.as(actingAs(account));
  const less = await api.getForm({ product: pass.id, discountCode: "LESS10" });
  expect(less.total).toBe("£102.00");
  expect(less.codeRefusal).toContain("at least as much");
  const more = await api.getForm({ product: pass.id, discountCode: "MORE20" });
  expect(more).toMatchObject({ total: "£96.00", memberDiscount: null });
  const order = { product: pass.id, quote: more.quote, discountCode: "MORE20", formKey: randomUUID() };
  const { purchaseId } = await api.create(order);
  const [bought] = await app.db.select().from(purchases).where(eq(purchases.id, purchaseId));
  expect(bought).toMatchObject({ totalMinor: 9600, appliedDiscountCode: "MORE20" });
  expect((await app.as().purchases.getForm({ product: pass.id })).total).toBe("£120.00");
});

test("mails once before a membership that is paid elsewhere ends", async ({ app }) => {
  await aMember(app, {}, { until: dayIn(20) });
  const isNews = eq(outboxEmails.template, "membership-news");
  const count = async () =>
    (await app.db.select().from(outboxEmails).where(isNews)).filter(({ dedupeKey }) => dedupeKey.includes(":ending:"))
      .length;
  await tendMemberships(app.services);
  expect(await count()).toBe(0);
  app.clock.moveBy(15 * 24 * 60);
  await tendMemberships(app.services);
  await tendMemberships(app.services);
  expect(await count()).toBe(1);
});
