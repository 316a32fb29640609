import { randomUUID } from "node:crypto";
import { products } from "@db/schema";
import { eq } from "drizzle-orm";
import { officeOf } from "../../../support/office";
import { anAdmin } from "../../../support/admin-sessions";
import { aBookedCourse, aCourseOf, someDates } from "../../../support/courses";
import { mailedTemplates } from "../../../support/money";
import { anOffer, aPaidSlot, inDays } from "../../../support/one-to-one";
import { expect, test } from "../../../support/test-app";

test("asks once more before a course at ten times the price of the last ones is added", async ({ app }) => {
  const admin = officeOf((await anAdmin(app)).api, "course");
  const dates = await someDates(app.db);
  await aCourseOf(app.db, dates);
  const sessionIds = dates.map(({ id }) => id);
  const form = {
    formKey: randomUUID(),
    title: "Another course",
    price: 100_000,
    currency: "GBP" as const,
    sessionIds,
    isSoldSingly: true,
    canMakeUp: true,
    isOn: true,
  };
  const asked = await admin.create(form);
  expect(asked).toMatchObject({
    notes: ["£1,000 is ten times what your last courses cost, or more: about £100."],
  });
  expect(await app.db.$count(products, eq(products.kind, "course"))).toBe(1);
  const agreedPrice = asked.outcome === "check" ? asked.key : "";
  for (const _ of [1, 2]) expect(await admin.create({ ...form, agreedPrice })).toEqual({ outcome: "saved" });
  expect(await app.db.$count(products, eq(products.kind, "course"))).toBe(2);
});

test("says what people have paid for a course before its price changes", async ({ app }) => {
  const admin = officeOf((await anAdmin(app)).api, "course");
  const { id } = await aCourseOf(app.db, await someDates(app.db));
  await aBookedCourse(app, id);
  const { version, sessionIds } = await admin.getForm({ id });
  const form = {
    id,
    version,
    title: "Breath Basics course",
    price: 9000,
    currency: "GBP" as const,
    sessionIds,
    isSoldSingly: true,
    canMakeUp: true,
    isOn: true,
  };
  const asked = await admin.edit(form);
  expect(asked).toMatchObject({ notes: ["1 person has paid £100. They keep what they paid."] });
  const agreedPrice = asked.outcome === "check" ? asked.key : "";
  expect(await admin.edit({ ...form, agreedPrice })).toEqual({ outcome: "saved" });
});

test("says what people have paid for a one-to-one session, and that its new price is unusual", async ({ app }) => {
  const { admin } = (await anAdmin(app)).api.oneToOne;
  const offer = await anOffer(app.db);
  await aPaidSlot(app, offer, inDays(app, 3, 11));
  const { values, version } = await admin.getForm({ id: offer.id });
  const before = Number(values.price);
  const form = {
    id: offer.id,
    version,
    title: offer.title,
    slug: offer.slug,
    description: "Alone.",
    durationMinutes: 60,
    isOn: true,
    price: `${before * 10}`,
  };
  const asked = await admin.edit(form);
  expect(asked).toMatchObject({
    notes: [
      `£${before * 10} is ten times what your last one-to-one sessions cost, or more: about £${before}.`,
      `1 person has paid £${before}. They keep what they paid.`,
    ],
  });
  const agreedPrice = asked.outcome === "check" ? asked.key : "";
  expect(await admin.edit({ ...form, agreedPrice })).toEqual({ outcome: "saved" });
});

test.for([
  ["no", "Your payment is not refunded."],
  ["yes", null],
] as const)("tells the buyer which dates end when a course is removed, refund: %s", async ([refund, text], { app }) => {
  const { api } = await anAdmin(app);
  const { purchaseId } = await aBookedCourse(app, (await aCourseOf(app.db, await someDates(app.db))).id);
  await api.purchases.delete({ purchaseId, refund });
  await app.runJobs();
  const ended = app.sentMails.filter(({ subject }) => subject.startsWith("Your course is cancelled"));
  expect(ended).toHaveLength(text ? 1 : 0);
  if (text) expect(ended[0]!.text.replaceAll(/\s+/g, " ")).toContain(text);
  await expect
    .poll(async () => (await mailedTemplates(app)).filter((name) => /course-cancelled|purchase-refunded/.test(name)))
    .toEqual([text ? "course-cancelled" : "purchase-refunded"]);
});
