import type { Queryable } from "@db/client";
import { sql } from "drizzle-orm";
import { change, type Context, nowInSeconds } from "./context";
import { type CausedBy, recordEvent } from "./events";
import { expiredSession, type SessionObject } from "./objects/checkout-session";
import { canceledIntent } from "./objects/payment-intent";
import { findObject, type Kept, saveObject } from "./store";

/** Call it before reading sessions. */
export async function expireDueSessions(ctx: Context): Promise<void> {
  const now = nowInSeconds(ctx);
  if ((await dueSessions(ctx.db, now)).length === 0) return;
  await change(ctx, async (tx) => {
    for (const session of await dueSessions(tx, now, { lock: true })) await closeSession(ctx, tx, session);
  });
}

/** The session's row must be locked. */
export async function closeSession(
  ctx: Context,
  tx: Queryable,
  kept: Kept<"checkout.session">,
  causedBy: CausedBy = null,
): Promise<SessionObject> {
  const session = expiredSession(kept.body);
  await saveObject(tx, session);
  await cancelIntent(ctx, tx, session);
  await recordEvent(ctx, tx, { type: "checkout.session.expired", object: session, email: kept.email, causedBy });
  return session;
}

const roundMs = 2000;

export function startExpiry(ctx: Context): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  function schedule(): void {
    if (!isStopped) timer = setTimeout(() => (round = runRound()), roundMs).unref();
  }

  async function runRound(): Promise<void> {
    try {
      await expireDueSessions(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "local Stripe: sessions could not be expired; trying again");
    }
    schedule();
  }

  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

async function cancelIntent(ctx: Context, tx: Queryable, session: SessionObject): Promise<void> {
  const intent = session.payment_intent && (await findObject(tx, "payment_intent", session.payment_intent));
  if (intent) await saveObject(tx, canceledIntent(intent.body, nowInSeconds(ctx)));
}

async function dueSessions(db: Queryable, now: number, { lock = false } = {}): Promise<Kept<"checkout.session">[]> {
  const { rows } = await db.execute<Kept<"checkout.session">>(sql`
    select session_id as "sessionId", email, body, hidden from local_stripe.objects
    where kind = 'checkout.session' and body ->> 'status' = 'open' and (body ->> 'expires_at')::bigint <= ${now}
    order by id ${lock ? sql`for update` : sql``}`);
  return rows;
}
