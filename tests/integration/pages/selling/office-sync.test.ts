import { PlainBrowser, type Page } from "../../../support/browser-without-javascript";
import { expect, formWith, test } from "../../../support/admin-over-http";
import { messageOn } from "../../../support/page-parts";
import { aSession } from "../../../support/sessions";

type Office = { admin: PlainBrowser; control: (command: object) => Promise<Response> };

/** Opens a checkout and holds all webhooks. */
async function customerPays({ admin, control }: Office, sessionId: string) {
  const guest = new PlainBrowser(admin.site);
  await control({ hold: {} });
  const form = await guest.open(`/sessions/${sessionId}/book`);
  const payment = await guest.submit(form, { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" });
  return new URL(payment.url).pathname.split("/").at(-1)!;
}

const controlOf = ({ site }: PlainBrowser) => {
  const headers = { "Content-Type": "application/json" };
  return (command: object) =>
    fetch(`${site}/dev/stripe/control`, { method: "POST", headers, body: JSON.stringify(command) });
};

/** Presses Sync before the payment, while Stripe fails, after the payment and once more. */
async function syncThroughout({ admin, control }: Office, page: Page, payment: string, button: string) {
  const press = async () => messageOn(await admin.submit(page, {}, formWith(page, button)));
  const unpaid = await press();
  await control({ fail: { operation: "checkout.sessions.retrieve", status: 500 } });
  const failed = await press();
  await control({ payNow: { sessionId: payment } });
  return [unpaid, failed, await press(), await press()];
}

test("syncs an attendee's payment, in the words of the specification", async ({ db, admin }) => {
  const session = await aSession(db);
  const office = { admin, control: controlOf(admin) };
  const payment = await customerPays(office, session.id);
  const page = await admin.open(`/admin/sessions/${session.id}/attendees`);
  expect(await syncThroughout(office, page, payment, "Sync with Stripe")).toEqual([
    "No Updates",
    "Sync Failed Failed to sync with Stripe. Please try again.",
    "Payment Synced",
    "Already Paid",
  ]);
});

test("syncs an order, in the words of the specification", async ({ db, admin }) => {
  const session = await aSession(db);
  const office = { admin, control: controlOf(admin) };
  const payment = await customerPays(office, session.id);
  const page = await admin.open("/admin/orders");
  expect(await syncThroughout(office, page, payment, "Sync the order of Hannah Okafor")).toEqual([
    "No updates needed",
    "Sync failed Failed to sync with Stripe. Please try again.",
    "Order synchronized",
    "Already synchronized",
  ]);
});
