import { eq } from "drizzle-orm";
import { payments, sessionBookings } from "@db/schema";
import { syncPending } from "@server/office/orders/order";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { lockSession } from "@server/catalogue/schedule/find-session";
import { createStripeClient } from "@server/payments/stripe";
import { readForPage, type StripeFailure } from "@server/payments/stripe-failure";
import { withFastRetries } from "../../support/fast-retry-stripe";
import { waitForAllEvents, aPaidBooking } from "../../support/money";
import { startOutsideService } from "../../support/outside-service";
import { aHold, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

function servicesAt({ services }: TestApp, url: string) {
  const { hostname: host, port } = new URL(url);
  const client = createStripeClient({ secretKey: "sk_test_1", host, port: Number(port), protocol: "http" });
  return { ...services, stripe: { ...services.stripe, client } };
}

const inWords = ({ lines }: Awaited<ReturnType<typeof listLedger>>) =>
  lines.map(({ kind, amount, state, problem }) => [kind, amount, problem ?? state].join(" ")).sort();

const error = (message: string) => ({ error: { message, type: "api_error" } });
const list = (...data: object[]) => ({ object: "list", data, has_more: false });

const answers: [what: string, body: string | object, status: number, failure: StripeFailure][] = [
  ["an error", error("sorry"), 500, "failing"],
  ["a proxy's error", "<h1>Bad gateway</h1>", 502, "unreadable"],
  ["a refused key", error("Invalid API Key provided"), 401, "key_refused"],
  ["a key that may not read this", error("not permitted"), 403, "not_permitted"],
  ["too many requests", error("slow down"), 429, "too_many_requests"],
  ["a page in place of JSON", "<html>Sign in to the network</html>", 200, "unreadable"],
  ["an empty answer", "", 200, "unreadable"],
  ["null", "null", 200, "unreadable"],
  ["a number", "5", 200, "unreadable"],
  ["a string", '"hello"', 200, "unreadable"],
  ["an array", "[]", 200, "unreadable"],
  ["an object that is no list", {}, 200, "unreadable"],
  ["a list of nothing in particular", list({}), 200, "unreadable"],
  ["objects without amounts", list({ id: "pi_1", created: 1, amount_received: 5 }), 200, "unreadable"],
];

test("shows the site's own records in full, with the reason, while Stripe can't be read", async ({ app }) => {
  const session = await aSession(app.db);
  const paid = await aPaidBooking(app, session);
  const disputed = await aPaidBooking(app, session);
  await app.stripe.control.refund({ sessionId: paid.checkoutId, amount: 500 });
  await app.stripe.control.dispute({ sessionId: disputed.checkoutId });
  await aHold(app, session);
  await waitForAllEvents(app);
  const withStripe = await listLedger(app.services, { page: 1 });
  expect(withStripe.stripeFailure).toBeNull();
  const own = inWords(withStripe);
  expect(own).toEqual([
    "dispute £18.00 needs response",
    "page £18.00 open",
    "payment £18.00 paid",
    "payment £18.00 paid",
    "refund £5.00 refunded",
  ]);

  const broken = await startOutsideService();
  const services = servicesAt(app, broken.url);
  for (const [what, body, status, failure] of answers) {
    broken.answer(body, status);
    const ledger = await listLedger(services, { page: 1 });
    expect([ledger.stripeFailure, inWords(ledger)], what).toEqual([failure, own]);
    expect(ledger.counts, what).toEqual(withStripe.counts);
  }
  await broken.stop();
  expect(await listLedger(services, { page: 1 })).toMatchObject({ stripeFailure: "unreachable" });
});

test("counts what is to refund by the site's own records while Stripe can't be read", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId } = await aPaidBooking(app, session);
  // Like every change of a place: an event of Stripe's may still lock the session and then the booking.
  await app.db.transaction(async (tx) => {
    await lockSession(tx, session.id);
    await tx.update(sessionBookings).set({ status: "cancelled" }).where(eq(sessionBookings.id, bookingId));
  });
  const ledger = await listLedger(servicesAt(app, "http://127.0.0.1:1"), { page: 1 });
  expect(inWords(ledger)).toEqual(["payment £18.00 refund_owed"]);
  expect(ledger.counts).toMatchObject({ unexplained: 0, toRefund: 1 });
});

test("stops reading and says so when Stripe answers too slowly for a page", async () => {
  let signal: AbortSignal | undefined;
  const hangs = new Promise<never>(() => {});
  const read = await readForPage((given) => {
    signal = given;
    return hangs;
  }, 1);
  expect(read).toMatchObject({ failure: "too_slow" });
  expect(signal?.aborted).toBe(true);
});

test("stops asking about pending orders when Stripe can't be reached", async ({ app }) => {
  const { paymentId } = await aHold(app, await aSession(app.db));
  const row = (await app.db.query.payments.findFirst({ where: eq(payments.id, paymentId) }))!;
  const more = Array.from({ length: 9 }, (_, index) => ({
    ...row,
    id: crypto.randomUUID(),
    stripeCheckoutSessionId: `cs_${index}`,
  }));
  await app.db.insert(payments).values(more);
  const stripe = await startOutsideService();
  stripe.drop();
  const services = servicesAt(app, stripe.url);
  withFastRetries(services.stripe.client);
  await expect(syncPending(services)).rejects.toThrow("Failed to sync with Stripe. Please try again.");
  expect(new Set(stripe.asked).size).toBe(4);
  await stripe.stop();
});
