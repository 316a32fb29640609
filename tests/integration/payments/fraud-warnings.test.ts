import { fraudWarnings } from "@db/schema";
import { reconcilePayments } from "@server/payments/reconcile";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { waitForAllEvents, aPaidBooking, mailedTemplates, findOnlyMail } from "../../support/money";
import { aHold, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";
import { randomUUID } from "node:crypto";

const admin = { id: randomUUID(), email: "admin@example.com", fullName: "Mara Lind", role: "admin" as const };
const warningMails = async (app: TestApp) =>
  (await mailedTemplates(app)).filter((template) => template === "admin-fraud-warning").length;

test("suggests a refund once, and shows the warning until the payment is refunded", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.webhooks({ copies: 3 });
  await app.stripe.control.warnOfFraud({ sessionId: checkoutId });
  await waitForAllEvents(app);
  await reconcilePayments(app.services);
  expect(await app.db.select().from(fraudWarnings)).toMatchObject([{ fraudType: "unauthorized_use_of_card" }]);
  expect((await findOnlyMail(app, "admin-fraud-warning")).props).toMatchObject({
    customer: { name: "Hannah Okafor" },
    amount: "£18.00",
    fraud: "unauthorized use of card",
    refundUrl: `${app.services.settings.siteUrl}/admin/orders/booking/${bookingId}/refund`,
  });
  const notes = async () => [
    (await app.as({ user: admin }).orders.get({ kind: "booking", id: bookingId })).notes.join(),
    (await listLedger(app.services, { page: 1 })).lines.find(({ kind }) => kind === "payment")?.note,
  ];
  expect(await notes()).toEqual(["Fraud warning: a refund may avoid a dispute", "Fraud warning"]);
  await app.stripe.control.refund({ sessionId: checkoutId });
  await waitForAllEvents(app);
  expect(await notes()).toEqual(["", null]);
});

test("records a warning whose webhook was lost, and one about a payment not recorded yet", async ({ app }) => {
  const lost = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.warnOfFraud({ sessionId: lost.checkoutId });
  await reconcilePayments(app.services);
  expect(await warningMails(app)).toBe(1);
  const unheard = await aHold(app, await aSession(app.db));
  await app.stripe.control.payNow(unheard.checkoutId);
  await app.stripe.control.warnOfFraud({ sessionId: unheard.checkoutId });
  await app.stripe.control.release({ order: "reverse" });
  await waitForAllEvents(app);
  expect(await warningMails(app)).toBe(2);
});

test("mails nothing about a payment that is already refunded or belongs to another program", async ({ app }) => {
  const { checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.refund({ sessionId: checkoutId });
  await app.stripe.control.warnOfFraud({ sessionId: checkoutId });
  const { id: chargeId } = await app.stripe.control.payElsewhere({ amount: 900 });
  await app.stripe.control.warnOfFraud({ chargeId });
  await waitForAllEvents(app);
  expect(await app.db.$count(fraudWarnings)).toBe(1);
  expect(await warningMails(app)).toBe(0);
});
