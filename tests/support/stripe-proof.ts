import { memberships, payments, sessionBookings, users } from "@db/schema";
import { checkWebhook, createWebhook } from "@server/office/doctor/check-stripe-webhook";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { syncDispute } from "@server/payments/handle-stripe-event";
import { syncPayouts } from "@server/payments/payouts/sync-payouts";
import { createRefund } from "@server/payments/refunds";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { findOrMakeConfiguration } from "@server/selling/memberships/stripe/portal-configuration";
import { syncSubscription } from "@server/selling/memberships/stripe/sync-subscription";
import { tellOfAccount, tellOfPlan } from "@server/selling/memberships/stripe/tell-changes";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { asAdmin } from "./admin";
import { anAccount } from "./accounts";
import { aPlan, changeMember } from "./memberships";
import { aHold, aSession, takePlace } from "./sessions";
import type { CardHolder } from "./stripe-card-holder";
import { joinerOf, ownMembership, paidPurchases } from "./subscriptions";
import type { TestApp } from "./test-app";

type Proof = { app: TestApp; holder: CardHolder; say: (line: string) => void };

/** Asks Stripe all that the product asks, by the product's own modules. Returns what came of each step. */
export async function proveStripe(proof: Proof): Promise<string[]> {
  const outcomes: string[] = [];
  const step = async <Outcome>(name: string, run: () => Promise<Outcome>): Promise<Outcome> => {
    proof.say(`\n${name}`);
    const outcome = await run();
    const line = `${name}: ${JSON.stringify(outcome)}`;
    proof.say(`= ${JSON.stringify(outcome)}`);
    outcomes.push(line);
    return outcome;
  };
  try {
    await proveOnce(proof, step);
    await proveMembership(proof, step);
  } finally {
    proof.say("\nEverything is deleted");
    await proof.holder.cleanUp();
  }
  return outcomes;
}

type Step = <Outcome>(name: string, run: () => Promise<Outcome>) => Promise<Outcome>;

/** Proves what is paid once. */
async function proveOnce({ app, holder }: Proof, step: Step): Promise<void> {
  const { services } = app;
  await step("The webhook is made with the site's version and events", async () => {
    await createWebhook(services);
    const [found] = await checkWebhook(services);
    return found?.what;
  });
  await step("A page to pay for a place is opened, and closed", async () => {
    const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
    await app.db.update(sessionBookings).set({ holdUntil: app.clock.now() }).where(eq(sessionBookings.id, bookingId));
    await app.runJobs("release-unpaid");
    return (await services.stripe.client.checkout.sessions.retrieve(checkoutId)).status;
  });
  const aPayment = async (card: "visa" | "disputed") => {
    const bookingId = await takePlace(app.db, await aSession(app.db));
    const stripePaymentIntentId = await holder.pay(1800, card);
    const paid = { bookingId, provider: "stripe", state: "paid", amountMinor: 1800, currency: "GBP" } as const;
    const [payment] = await app.db
      .insert(payments)
      .values({ ...paid, stripePaymentIntentId, paidAt: app.clock.now() })
      .returning();
    return payment!;
  };
  await step("A payment is refunded", async () => {
    const payment = await aPayment("visa");
    const { id } = await app.db.transaction((tx) => createRefund(tx, payment, { amountMinor: 700, reason: "admin" }));
    await app.runJobs("send-refund");
    const refund = await app.db.query.refunds.findFirst({ where: (row, { eq: is }) => is(row.id, id) });
    return [refund?.state, refund?.amountMinor];
  });
  await step("A payment is disputed", async () => {
    const payment = await aPayment("disputed");
    await syncDispute(services, await holder.findDispute(payment.stripePaymentIntentId!));
    const [dispute] = await app.db.query.disputes.findMany();
    return [dispute?.amountMinor, dispute?.status];
  });
  await step("Payouts and the balance are read", async () => {
    await syncPayouts(services);
    const ledger = await listLedger(services, { page: 1 });
    return "failure" in ledger ? ledger.failure : "read";
  });
}

const dayMs = 86_400_000;

/** Proves a membership over 13 months and more. */
async function proveMembership({ app, holder }: Proof, step: Step): Promise<void> {
  const { services } = app;
  const plan = await aPlan(app.db, { yearlyMinor: 40_000 }, { title: "Rok oddechu – Ένας χρόνος 🧘🏽‍♀️" });
  const account = await anAccount(app.db, { fullName: "Zoë Łąka" });
  const own = joinerOf(app, account, plan);
  await step("A page to join is opened, and closed", async () => {
    await own.begin();
    const { checkoutId } = await ownMembership(app, account.id);
    await own.own.cancel({});
    const page = await services.stripe.client.checkout.sessions.retrieve(checkoutId!, { expand: ["line_items"] });
    return [page.status, page.line_items?.data[0]?.price?.unit_amount];
  });
  await own.begin();
  const [joining] = await app.db.select().from(memberships).where(eq(memberships.state, "pending"));
  const { id } = joining!;
  const customer = await holder.subscribe(account, joining!);
  const reference = customer.subscription;
  await app.db.update(memberships).set({ customerReference: customer.id }).where(eq(memberships.id, id));
  const read = async () => {
    await syncSubscription(services, reference);
    const [membership] = await app.db.select().from(memberships).where(eq(memberships.id, id));
    return membership!;
  };
  await step("A subscription is followed", async () => (await read()).state);
  /** Waits until a renewal is charged: it is a draft for an hour. */
  const passEnd = async () => holder.advanceTo(new Date((await read()).accessUntil!.getTime() + dayMs / 4));
  await step("It is renewed for 13 months", async () => {
    for (let month = 1; month <= 13; month += 1) {
      await passEnd();
      await read();
    }
    return [(await read()).state, (await paidPurchases(app)).length];
  });
  await step("Its portal is opened, for the card and for the plan", async () => {
    await findOrMakeConfiguration(services, "card");
    const urls = [await own.own.openPortal({ for: "card" }), await own.own.openPortal({ for: "plan" })];
    return urls.map(({ next }) => new URL(next).protocol);
  });
  await step("A renewal fails, and is paid by another card", async () => {
    await holder.changeCard("declined");
    await passEnd();
    const failed = (await read()).state;
    await holder.changeCard("visa");
    await holder.payOpenInvoice();
    return [failed, (await read()).state];
  });
  const admin = await asAdmin(app);
  await step("It is paused, and goes on", async () => {
    const until = new Date(app.clock.now().getTime() + 20 * dayMs).toISOString().slice(0, 10);
    await changeMember({ admin, id }, { kind: "pause", until });
    const paused = (await read()).state;
    await holder.advanceTo(new Date(app.clock.now().getTime() + 22 * dayMs));
    await reconcileMemberships(services);
    return [paused, (await read()).state];
  });
  await step("Months are given to the limit", async () => {
    const give = (months: number) => changeMember({ admin, id }, { kind: "give", months });
    await give(12);
    const tooMany = await give(12).catch((error: Error) => error.message);
    await give(9);
    return [String(tooMany).replace(/until .*/, "until …"), (await read()).state];
  });
  await step("Stripe is told other names", async () => {
    await app.db.update(users).set({ fullName: "Ζωή 🌿" }).where(eq(users.id, account.id));
    await tellOfAccount(services, { userId: account.id });
    await tellOfPlan(services, { productId: plan.id });
    return "told";
  });
  await step("It is cancelled, and the account is deleted", async () => {
    await own.own.cancel({});
    await deleteAccount(services, account.id, { actorId: account.id, adminDecision: null });
    await app.runJobs("tell-stripe-of-account");
    return (await services.stripe.client.subscriptions.retrieve(reference)).status;
  });
}

const ids = /\b(bpc|bps|ch|cs|cus|dp|evt|in|inpay|pi|plan|pm|po|price|prod|re|sub|sub_sched|txn|we)_[\w-]{12,}/g;

/** Writes down what a client asks and is answered: ids are numbered in the order in which they come, and no other value is told. */
export function recordCalls(client: Stripe, say: (line: string, body: Record<string, unknown>) => void): void {
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  const name = (id: string): string => {
    const known = numbers.get(id);
    if (known) return known;
    const prefix = /^(sub_sched|[a-z]+)_/.exec(id)?.[1] ?? "id";
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    numbers.set(id, `${prefix}_${counts.get(prefix)}`);
    return name(id);
  };
  const withNames = (text: string) => text.replaceAll(ids, name);
  const http = client.getApiField("httpClient") as Stripe.HttpClient;
  const makeRequest = http.makeRequest.bind(http);
  http.makeRequest = async (host, port, path, method, headers, data, ...rest) => {
    const response = await makeRequest(host, port, path, method, headers, data, ...rest);
    const [route = "", query = ""] = path.split("?");
    const names = [
      ...new Set([...new URLSearchParams(query || (data ?? "")).keys()].map((key) => key.replaceAll(/\[\d+\]/g, "[]"))),
    ]
      .sort()
      .join(" ");
    const toJSON = response.toJSON.bind(response);
    response.toJSON = async () => {
      const body = (await toJSON()) as Record<string, unknown>;
      const line = `${method} ${withNames(route)}${names && ` (${names})`} → ${response.getStatusCode()} ${describe(body, withNames)}`;
      // The SDK turns decimals into objects afterwards.
      say(line, structuredClone(body));
      return body;
    };
    return response;
  };
}

function describe(body: Record<string, unknown>, withNames: (text: string) => string): string {
  const { object, id, status, data, error } = body;
  if (typeof error === "object" && error !== null) {
    const { type, code, param } = error as Record<string, unknown>;
    return ["error", type, code, param].filter(Boolean).join(" ");
  }
  if (Array.isArray(data)) return `list of ${data.length}`;
  return [object, withNames(String(id)), status].filter(Boolean).join(" ");
}
