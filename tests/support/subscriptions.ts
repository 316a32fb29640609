import { memberships, outboxEmails, purchases } from "@db/schema";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { syncSubscription } from "@server/selling/memberships/stripe/sync-subscription";
import { asc, eq, like } from "drizzle-orm";
import type Stripe from "stripe";
import { anAccount } from "./accounts";
import { aPlan } from "./memberships";
import { actingAs } from "./recordings";
import type { TestApp } from "./test-app";

type Terms = Parameters<typeof aPlan>[1];
type Card = Parameters<TestApp["stripe"]["control"]["payNow"]>[1];

const minutesOfDay = 24 * 60;

/** Makes a plan and a member who is about to join it. */
export async function aJoiner(app: TestApp, terms: Terms = {}, interval: "month" | "year" = "month") {
  const account = await anAccount(app.db);
  const plan = await aPlan(app.db, terms);
  return joinerOf(app, account, plan, interval);
}

export function joinerOf(
  app: TestApp,
  account: Parameters<typeof actingAs>[0],
  plan: { id: string },
  interval: "month" | "year" = "month",
) {
  const own = app.as(actingAs(account)).memberships;
  const choice = { plan: plan.id, interval };
  const begin = async () => own.join({ ...choice, key: (await own.getJoinOffer(choice)).key });
  return { account, plan, own, choice, begin };
}

/** Joins a plan on Stripe's page and returns the membership. Events are held unless a test sends them. */
export async function joinAtStripe(
  app: TestApp,
  terms: Terms = {},
  { card = "accepted", interval = "month" }: { card?: Card; interval?: "month" | "year" } = {},
) {
  const joiner = await aJoiner(app, terms, interval);
  await joiner.begin();
  const { checkoutId } = await ownMembership(app, joiner.account.id);
  await app.stripe.control.payNow(checkoutId!, card);
  await joiner.own.syncJoined();
  const { id, reference, customerReference } = await ownMembership(app, joiner.account.id);
  return { ...joiner, id, reference: reference!, customer: customerReference! };
}

/** Joins while events are held: a test says what is heard of, by `sync` or otherwise, so that each step is seen. */
export async function joinUnheard(app: TestApp, terms: Terms = {}, options: Parameters<typeof joinAtStripe>[2] = {}) {
  await app.stripe.control.hold({});
  const member = await joinAtStripe(app, terms, options);
  return {
    ...member,
    read: () => ownMembership(app, member.account.id),
    sync: () => syncSubscription(app.services, member.reference),
  };
}

/** Sends the events that were held, and holds those to come. */
export async function hearEvents(
  app: TestApp,
  sending: Parameters<TestApp["stripe"]["control"]["release"]>[0] = {},
): Promise<void> {
  await app.stripe.control.release(sending);
  await app.stripe.control.hold({});
}

/** How the site hears of what was done at Stripe. */
export const hearings: Record<string, (app: TestApp) => Promise<void>> = {
  "by its events, doubled and reversed": (app) => hearEvents(app, { order: "reverse", copies: 2 }),
  "by the nightly round, as the events are lost": async (app) => {
    await app.stripe.control.lose({});
    app.clock.moveBy(21 * 60);
    await reconcileMemberships(app.services);
    await app.stripe.control.hold({});
  },
};

export async function ownMembership(app: TestApp, userId: string) {
  const [membership] = await app.db
    .select()
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.createdAt));
  return membership!;
}

/** Returns the id of an object of Stripe's, expanded or not. */
export const idOf = (found: string | { id: string } | null | undefined): string =>
  typeof found === "string" ? found : found!.id;

/** Moves the clock by some days, and lets Stripe do what was due meanwhile, each thing at its time. */
export async function passDays(app: TestApp, days: number): Promise<void> {
  app.clock.moveBy(days * minutesOfDay);
  await app.stripe.control.bill();
}

/** Reads the mails about memberships that are about something such as "paused", in the order in which they were written. */
export async function mailsOf(app: TestApp, about = "%") {
  const rows = await app.db
    .select()
    .from(outboxEmails)
    .where(like(outboxEmails.dedupeKey, `membership:%:${about}:%`))
    .orderBy(asc(outboxEmails.createdAt));
  return rows.map((row) => ({ ...row, props: row.props as { headline: string; text: string; reason?: string } }));
}

/** Returns what members were told of their memberships, in the order in which they were told. */
export const newsOf = async (app: TestApp): Promise<string[]> =>
  (await mailsOf(app)).map(({ dedupeKey }) => dedupeKey.split(":")[2]!).filter((about) => about !== "admin");

/** Returns a day from now by the test's clock, as a form holds it. */
export const dayAhead = ({ clock }: TestApp, days: number): string =>
  new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

export const paidPurchases = (app: TestApp) => app.db.select().from(purchases).orderBy(asc(purchases.createdAt));

export const atStripe = (app: TestApp, id: string): Promise<Stripe.Subscription> =>
  app.services.stripe.client.subscriptions.retrieve(id);
