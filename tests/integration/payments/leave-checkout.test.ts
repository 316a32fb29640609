import { eq } from "drizzle-orm";
import { purchases, sessionBookings } from "@db/schema";
import type { OrderRef } from "@server/office/orders/schemas";
import { anAccount } from "../../support/accounts";
import { aGuestPurchase, browserWith } from "../../support/guest-passes";
import { aPassOnSale } from "../../support/passes";
import { actingAs, anOpenPurchase } from "../../support/recordings";
import { aBookingOf, aHold, aSession } from "../../support/sessions";
import { type CallerOptions, expect, test, type TestApp } from "../../support/test-app";

async function statusOf({ db }: TestApp, { kind, id }: OrderRef) {
  const table = kind === "booking" ? sessionBookings : purchases;
  const [order] = await db.select({ status: table.status }).from(table).where(eq(table.id, id));
  return order?.status;
}

async function leave(app: TestApp, order: OrderRef, asking?: CallerOptions) {
  const { isOwn } = await app.as(asking).payments.leaveCheckout(order);
  return { isOwn, status: await statusOf(app, order) };
}

const kept = { isOwn: false, status: "pending" };
const ended = { isOwn: true, status: "cancelled" };

test("gives up a guest's booking for the browser that has begun it, not for another that knows its id", async ({
  app,
}) => {
  const order = { kind: "booking" as const, id: (await aHold(app, await aSession(app.db))).bookingId };
  const other = actingAs(await anAccount(app.db));
  const otherBrowser = { visitor: { browserBookings: [crypto.randomUUID()], browserPasses: [order.id] } };
  for (const asking of [undefined, other, otherBrowser]) {
    expect(await leave(app, order, asking)).toEqual(kept);
  }
  const own = { visitor: { browserBookings: [order.id] } };
  expect(await leave(app, order, own)).toEqual(ended);
  expect(await leave(app, order, own)).toEqual(ended);
});

test("gives up a member's booking for the member in any browser, not for another", async ({ app }) => {
  const session = await aSession(app.db);
  const member = actingAs(await anAccount(app.db));
  const { sessionId, quote, formKey } = aBookingOf(session);
  const { bookingId } = await app.as(member).bookings.create({ sessionId, quote, formKey });
  const order = { kind: "booking" as const, id: bookingId };
  expect(await leave(app, order, actingAs(await anAccount(app.db)))).toEqual(kept);
  expect(await leave(app, order)).toEqual(kept);
  expect(await leave(app, order, member)).toEqual(ended);
});

test("gives up a purchase for its buyer, not for another user who knows its id", async ({ app }) => {
  const buyer = await anAccount(app.db);
  const { purchaseId } = await anOpenPurchase(app, buyer);
  const order = { kind: "purchase" as const, id: purchaseId };
  expect(await leave(app, order, actingAs(await anAccount(app.db)))).toEqual(kept);
  expect(await leave(app, order, { visitor: { browserBookings: [purchaseId] } })).toEqual(kept);
  expect(await leave(app, order, actingAs(buyer))).toEqual(ended);
});

test("gives up a guest's purchase for the browser that has begun it", async ({ app }) => {
  const { purchaseId } = await aGuestPurchase(app, (await aPassOnSale(app.db)).id);
  const order = { kind: "purchase" as const, id: purchaseId };
  expect(await leave(app, order)).toEqual(kept);
  expect(await leave(app, order, browserWith(purchaseId))).toEqual(ended);
});
