import { randomUUID } from "node:crypto";
import { auditEntries, passes as passRows } from "@db/schema";
import { eq } from "drizzle-orm";
import { officeOf } from "../../../support/office";
import { anAccount, refusalOf } from "../../../support/accounts";
import { anAdmin } from "../../../support/admin-sessions";
import { aNewPass, aPass, aPassOnSale } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const inPounds = (amountMinor: number) => ({
  priceMinor: amountMinor,
  enteredPriceMinor: amountMinor,
  enteredCurrency: "GBP" as const,
});
const costing = (amountMinor: number) => ({ priceMinor: amountMinor, enteredPriceMinor: amountMinor });

async function aLimitedHolder(app: TestApp) {
  const account = await anAccount(app.db);
  const product = await aPassOnSale(app.db, { placeLimit: inPounds(2400) });
  const pass = await aPass(app, account, product.id);
  return { product, pass, member: app.as(actingAs(account)) };
}

test("a pass pays for places up to its limit, and for dearer ones only where the session says how many credits", async ({
  app,
}) => {
  const { pass, member } = await aLimitedHolder(app);
  const retreat = await aSession(app.db, costing(18_000));
  expect(await member.bookings.getForm({ sessionId: retreat.id })).toMatchObject({ passes: null, total: "£180.00" });
  const input = { sessionId: retreat.id, quote: `pass:${pass.id}:1`, formKey: randomUUID(), paying: pass.id };
  expect((await refusalOf(member.bookings.create(input))).code).toBe("price_changed");
  for (const [session, chosen] of [
    [await aSession(app.db, costing(2400)), pass.id],
    [await aSession(app.db, { ...costing(18_000), creditCost: 4 }), pass.id],
  ] as const) {
    const form = await member.bookings.getForm({ sessionId: session.id });
    expect(form.passes?.chosen).toBe(chosen);
  }
  const never = await aSession(app.db, { ...costing(1800), creditCost: 0 });
  expect((await member.bookings.getForm({ sessionId: never.id })).passes).toBeNull();
});

test.for([
  ["a retreat above its limit", costing(18_000), null],
  ["a session that costs as much as a credit", costing(1200), null],
  ["a session that costs less than a credit", costing(500), null],
  ["one of which it saves less than a tenth", costing(1330), null],
  ["one of which it saves a tenth", costing(1334), "Or 10 for £120, £12 each"],
  ["rates of which the cheapest is less", { ...rates(600, 1500) }, null],
  ["rates that all cost more", { ...rates(1600, 2400) }, "Or 10 for £120, £12 each"],
] as const)("offers a pass beside %s only where a place costs less with it", async ([, price, text], { app }) => {
  await aPassOnSale(app.db, { placeLimit: inPounds(2400) });
  const { id: sessionId } = await aSession(app.db, price);
  expect((await app.as().passes.findOffer({ sessionId }))?.text ?? null).toBe(text);
  const { passOffer } = await app.as().bookings.getForm({ sessionId, quantity: 1 });
  expect(passOffer?.text ?? null).toBe(text);
});

function rates(lowest: number, highest: number) {
  return {
    pricing: "between" as const,
    ...costing(lowest),
    highestPriceMinor: highest,
    enteredHighestMinor: highest,
  };
}

test("starts with twice the price of one credit, and gives holders the limit only when the instructor says so", async ({
  app,
}) => {
  const passes = officeOf((await anAdmin(app)).api, "pass");
  const account = await anAccount(app.db);
  const product = await aPassOnSale(app.db);
  const pass = await aPass(app, account, product.id);
  const edit = async (more: object) => {
    const { version } = await passes.getForm({ id: product.id });
    await passes.edit({ ...aNewPass, id: product.id, version, ...more });
  };
  const held = async () => (await app.db.select().from(passRows).where(eq(passRows.id, pass.id)))[0]!.placeLimit;
  await edit({});
  expect(await passes.getForm({ id: product.id })).toMatchObject({
    placeLimit: "24",
    fields: expect.arrayContaining([
      expect.objectContaining({ label: "Also for the 1 person who has it already" }) as unknown,
    ]) as unknown,
  });
  expect(await held()).toBeNull();
  await edit({ isLimitForHolders: true });
  expect(await held()).toEqual(inPounds(2400));
  const { fields } = await passes.getForm({ id: product.id });
  expect(fields.map(({ name }) => name)).not.toContain("isLimitForHolders");
  const [last] = await app.db.select().from(auditEntries).where(eq(auditEntries.action, "pass.edited")).offset(1);
  expect(last!.details).toMatchObject({ holders: 1 });
  expect((await app.as(actingAs(account)).passes.listMine())[0]!.terms[0]).toContain("up to £24 a place");
});
