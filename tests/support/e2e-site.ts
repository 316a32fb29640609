import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { escapeIdentifier } from "pg";
import { closeDatabase, openDatabase, type Database } from "@db/client";
import { connect } from "@db/connections";
import type { LocalStripeControl, LocalStripeState } from "@dev/local-stripe/index";
import { startBuiltServer } from "./built-server";

type ReceivedMail = { id: string; to: string; subject: string; html: string; text: string };

type Command<Name extends keyof LocalStripeControl> = Parameters<LocalStripeControl[Name]>[0];

/** A running site of the worker's own, seeded like the demo, and the ways past its pages. */
export type Site = {
  url: string;
  db: Database;
  mailsTo: (email: string) => Promise<ReceivedMail[]>;
  stripe: {
    state: (email: string) => Promise<LocalStripeState>;
    fail: (fault: Command<"fail">) => Promise<void>;
    /** Keeps Stripe's word about a customer back until it is released. */
    hold: (email: string) => Promise<void>;
    release: (email: string) => Promise<void>;
    /** The time of a customer's payment pages runs out. */
    letExpire: (email: string) => Promise<void>;
  };
};

export async function startSite(): Promise<{ site: Site; stop: () => Promise<void> }> {
  const database = await createDatabase();
  const server = await startBuiltServer({ DATABASE_URL: database.url, COOKIE_SECRET: randomBytes(32).toString("hex") });
  const db = openDatabase(database.url);
  const stop = async () => {
    await closeDatabase(db);
    await server.stop();
    await database.drop();
  };
  return { site: { url: server.url, db, mailsTo: mailsOf(server.url), stripe: stripeOf(server.url, db) }, stop };
}

async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.E2E_POSTGRES_URL!;
  const name = `e2e_${randomUUID().replaceAll("-", "")}`;
  const admin = await connect(server);
  await admin.query(`create database ${escapeIdentifier(name)}`);
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    drop: async () => {
      await admin.query(`drop database ${escapeIdentifier(name)} with (force)`);
      await admin.end();
    },
  };
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
