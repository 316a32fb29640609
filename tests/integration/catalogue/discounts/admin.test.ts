import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { discountCodes, sessionBookings } from "@db/schema";
import { refusalOf } from "../../../support/accounts";
import { asAdmin, auditedActions } from "../../../support/admin";
import { aCodeForm, aNewCode } from "../../../support/library";
import { aPurchase } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

const test = appTest.extend<{ discounts: Awaited<ReturnType<typeof asAdmin>>["discounts"] }>({
  discounts: async ({ app }, use) => use((await asAdmin(app)).discounts),
});

async function use({ db }: TestApp, code: string, values: Partial<typeof sessionBookings.$inferInsert> = {}) {
  const session = await aSession(db);
  const [booking] = await db
    .insert(sessionBookings)
    .values({
      sessionId: session.id,
      formKey: randomUUID(),
      attendeeFirstName: "Priya",
      attendeeLastName: "Raman",
      attendeeEmail: "priya@example.com",
      status: "completed",
      paymentStatus: "free",
      listPriceMinor: 0,
      totalMinor: 0,
      currency: "GBP",
      timeZone: "Europe/London",
      appliedDiscountCode: code,
      ...values,
    })
    .returning();
  return booking!;
}

test("stores a code in capitals, once for each form and name", async ({ app, discounts }) => {
  const form = aNewCode({ code: " spring20 " });
  expect(await Promise.all([discounts.create(form), discounts.create(form)])).toEqual([
    { code: "SPRING20" },
    { code: "SPRING20" },
  ]);
  const taken = { code: "invalid", message: "A code with this name already exists." };
  expect(await refusalOf(discounts.create(aNewCode()))).toMatchObject(taken);
  expect(await app.db.select().from(discountCodes)).toMatchObject([
    { code: "SPRING20", discountType: "percentage", discountPercentage: 20, discountAmountMinor: null },
  ]);
  await discounts.create(aNewCode({ code: "FIVE", type: "fixed_amount", amount: "5.50", currency: "EUR" }));
  expect(await app.db.select().from(discountCodes).where(eq(discountCodes.code, "FIVE"))).toMatchObject([
    { discountType: "fixed_amount", discountPercentage: null, discountAmountMinor: 550, discountCurrency: "EUR" },
  ]);
  expect((await auditedActions(app)).sort()).toEqual(["code.created", "code.created"]);
});

test.for([
  ["code", "Code is required", { code: "  " }],
  ["code", "This name is reserved. Please choose another.", { code: "birth_package_price" }],
  ["code", "This name is reserved. Please choose another.", { code: "STRESS_PACKAGE_PRICE" }],
  ["percentage", "Enter a whole number from 1 to 100", { percentage: 0 }],
  ["percentage", "Enter a whole number from 1 to 100", { percentage: 101 }],
  ["percentage", "Enter a whole number from 1 to 100", { percentage: undefined }],
  ["amount", "Enter an amount of at least 1, such as 5 or 12.50", { type: "fixed_amount", amount: "0.99" }],
  ["amount", "Enter an amount of at least 1, such as 5 or 12.50", { type: "fixed_amount", amount: "1.999" }],
  ["lastDay", "The last day can’t be before the first one", { firstDay: "2026-12-02", lastDay: "2026-12-01" }],
  ["maxUses", "Enter a whole number of at least 1, or leave it empty for no limit", { maxUses: 0 }],
] as const)("refuses a wrong %s with “%s”", async ([field, message, values], { discounts }) => {
  const error = await discounts.create(aNewCode(values)).catch((reason: unknown) => reason as Error);
  const issues = JSON.parse((error as Error).message) as { path: string[]; message: string }[];
  expect(issues.map(({ path, message }) => [path[0], message])).toContainEqual([field, message]);
});

test("takes days in the admin's own zone and keeps their instants when shown in another", async ({
  app,
  discounts,
}) => {
  const form = aNewCode({ firstDay: "2026-12-01", lastDay: "2026-12-24", timeZone: "America/New_York" });
  await discounts.create(form);
  const days = {
    validFrom: new Date("2026-12-01T05:00:00Z"),
    validUntil: new Date("2026-12-25T05:00:00Z"),
  };
  expect(await app.db.select().from(discountCodes)).toMatchObject([days]);
  const shown = await discounts.getForm({ id: form.formKey });
  expect(shown).toMatchObject({ firstDay: "2026-12-01", lastDay: "2026-12-25" });
  const typed = { firstDay: shown.firstDay, lastDay: shown.lastDay, percentage: 30 };
  await discounts.edit({ ...aCodeForm(typed), id: form.formKey, version: shown.version });
  expect(await app.db.select().from(discountCodes)).toMatchObject([{ ...days, discountPercentage: 30 }]);
  const { codes } = await discounts.list({ page: 1 });
  expect(codes[0]!.validity).toBe("Tue, Dec 1, 2026 to Fri, Dec 25, 2026");
});

test("counts only current uses, with three queries for any number of codes", async ({ app, discounts }) => {
  for (const number of [1, 2, 3]) {
    await discounts.create(aNewCode({ code: `CODE${number}`, isOneTimeUse: number === 2, maxUses: 5 }));
    app.clock.moveBy(1);
  }
  await use(app, "CODE1");
  await use(app, "CODE1", { status: "cancelled", paymentStatus: "cancelled" });
  await aPurchase(app.db, null, { appliedDiscountCode: "CODE1" });
  await aPurchase(app.db, null, { appliedDiscountCode: "CODE1", status: "failed" });
  await use(app, "CODE2");
  const { codes, page } = await discounts.list({ page: 1 });
  expect(page.total).toBe(3);
  expect(codes.map(({ code, uses, limit, standing }) => [code, uses, limit, standing])).toEqual([
    ["CODE3", 0, 5, null],
    ["CODE2", 1, 1, "Used up"],
    ["CODE1", 2, 5, null],
  ]);
  expect((await discounts.list({ search: "code2", page: 1 })).codes).toHaveLength(1);
  expect((await discounts.list({ search: "%", page: 1 })).codes).toEqual([]);
});

test("refuses to rename a code in use, and keeps agreed prices when it changes", async ({ app, discounts }) => {
  const form = aNewCode();
  const id = form.formKey;
  await discounts.create(form);
  const open = async (values: object) => {
    const { version } = await discounts.getForm({ id });
    return { ...aCodeForm(values), id, version };
  };
  const renamed = await open({ code: "SUMMER20" });
  await discounts.edit(renamed);
  await discounts.edit(renamed);
  const outdated = discounts.edit({ ...renamed, percentage: 30 });
  expect(await refusalOf(outdated)).toMatchObject({ code: "changed_meanwhile" });
  const { id: bookingId } = await use(app, "SUMMER20");
  expect(await refusalOf(discounts.edit(await open({ code: "WINTER20" })))).toMatchObject({
    message: "This code is in use, so its name can’t change. Please create another code.",
  });
  await discounts.edit(await open({ code: "SUMMER20", isActive: false }));
  await discounts.delete({ id });
  expect(await refusalOf(discounts.delete({ id }))).toMatchObject({ code: "not_found" });
  const [booking] = await app.db.select().from(sessionBookings);
  expect([booking!.id, booking!.appliedDiscountCode]).toEqual([bookingId, "SUMMER20"]);
  expect((await auditedActions(app)).sort()).toEqual(["code.created", "code.deleted", "code.edited", "code.edited"]);
});
