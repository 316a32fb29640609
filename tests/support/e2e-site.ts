import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { escapeIdentifier } from "pg";
import { closeDatabase, openDatabase, type Database } from "@db/client";
import { connect } from "@db/connections";
import type { LocalStripeControl, LocalStripeState } from "@dev/local-stripe/index";
import { startBuiltServer } from "./built-server";

type ReceivedMail = { id: string; to: string; subject: string; html: string; text: string };

type Command<Name extends keyof LocalStripeControl> = Parameters<LocalStripeControl[Name]>[0];

/** A worker's own running site with the demo's data, its database and its local Stripe. */
export type Site = {
  url: string;
  db: Database;
  mailsTo: (email: string) => Promise<ReceivedMail[]>;
  stripe: {
    state: (email: string) => Promise<LocalStripeState>;
    fail: (fault: Command<"fail">) => Promise<void>;
    /** Delays Stripe's events about a customer until they are released. */
    hold: (email: string) => Promise<void>;
    release: (email: string) => Promise<void>;
    /** Gives a subscriber another card. */
    setCard: (email: string, card: Command<"setCard">["card"]) => Promise<void>;
    /** Expires a customer's payment pages. */
    letExpire: (email: string) => Promise<void>;
  };
};

type Address = { url: string; databaseUrl: string };

/** Starts one site per worker and announces them to child processes in E2E_SITES. */
export async function startSites(postgresUrl: string, count: number): Promise<() => Promise<void>> {
  const sites = await Promise.all(Array.from({ length: count }, () => startSite(postgresUrl)));
  process.env.E2E_SITES = JSON.stringify(sites.map(({ address }) => address));
  return async () => void (await Promise.all(sites.map(({ stop }) => stop())));
}

/** Connects a worker to its site; a worker that replaces a failed one has the same index. */
export function connectToSite(parallelIndex: number): { site: Site; disconnect: () => Promise<void> } {
  const addresses = JSON.parse(process.env.E2E_SITES ?? "[]") as Address[];
  const address = addresses[parallelIndex];
  if (!address) throw new Error(`There is no site for worker ${parallelIndex}.`);
  const { url, databaseUrl } = address;
  const db = openDatabase(databaseUrl);
  return { site: { url, db, mailsTo: mailsOf(url), stripe: stripeOf(url, db) }, disconnect: () => closeDatabase(db) };
}

async function startSite(postgresUrl: string): Promise<{ address: Address; stop: () => Promise<void> }> {
  const databaseUrl = await createDatabase(postgresUrl);
  const settings = { DATABASE_URL: databaseUrl, COOKIE_SECRET: randomBytes(32).toString("hex") };
  const server = await startBuiltServer(settings);
  return { address: { url: server.url, databaseUrl }, stop: () => server.stop() };
}

async function createDatabase(postgresUrl: string): Promise<string> {
  const name = `e2e_${randomUUID().replaceAll("-", "")}`;
  const admin = await connect(postgresUrl);
  await admin.query(`create database ${escapeIdentifier(name)}`);
  await admin.end();
  return Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href;
}

const mailsOf = (site: string) => (to: string) =>
  getJson<ReceivedMail[]>(`${site}/dev/mailbox.json?${new URLSearchParams({ to })}`);

function stripeOf(site: string, db: Database): Site["stripe"] {
  const control = async (command: Partial<Record<keyof LocalStripeControl, unknown>>) => {
    const answer = await fetch(`${site}/dev/stripe/control`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(command),
    });
    if (!answer.ok) throw new Error(`${JSON.stringify(command)}: ${answer.status} ${await answer.text()}`);
  };
  const state = (email: string) =>
    getJson<LocalStripeState>(`${site}/dev/stripe/state?${new URLSearchParams({ email })}`);
  return {
    state,
    fail: (fault) => control({ fail: fault }),
    hold: (email) => control({ hold: { email } }),
    release: (email) => control({ release: { email } }),
    setCard: async (email, card) => {
      const { subscriptions } = await state(email);
      await control({ setCard: { customerId: subscriptions[0]?.customer, card } });
    },
    letExpire: async (email) => {
      await db.execute(sql`update local_stripe.objects set body = jsonb_set(body, '{expires_at}', '1')
        where kind = 'checkout.session' and email = ${email}`);
      await state(email); // looking at them is what expires them at once
    },
  };
}

async function getJson<Value>(address: string): Promise<Value> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as Value;
}
