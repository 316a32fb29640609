import type { Queryable } from "@db/client";
import { sql } from "drizzle-orm";
import { change, type Context, nowInSeconds } from "./context";
import { type EventCause, recordEvent } from "./events";
import { expiredSession, type SessionObject } from "./objects/checkout-session";
import { canceledIntent } from "./objects/payment-intent";
import { findObject, type KeptObject, saveObject } from "./store";

/** Expires the sessions that are due. Call it before reading sessions. */
export async function expireDueSessions(ctx: Context): Promise<void> {
  const now = nowInSeconds(ctx);
  if ((await dueSessions(ctx.db, now)).length === 0) return;
  await change(ctx, async (tx) => {
    for (const session of await dueSessions(tx, now, { lock: true })) await closeSession(ctx, tx, session);
  });
}

/** Expires a session, whose row must be locked. */
export async function closeSession(
  ctx: Context,
  tx: Queryable,
  kept: KeptObject<"checkout.session">,
  causedBy: EventCause = null,
): Promise<SessionObject> {
  const session = expiredSession(kept.body);
  await saveObject(tx, session);
  await cancelIntent(ctx, tx, session);
  await recordEvent(ctx, tx, { type: "checkout.session.expired", object: session, email: kept.email, causedBy });
  return session;
}

async function cancelIntent(ctx: Context, tx: Queryable, session: SessionObject): Promise<void> {
  const intent = session.payment_intent && (await findObject(tx, "payment_intent", session.payment_intent));
  if (intent) await saveObject(tx, canceledIntent(intent.body, nowInSeconds(ctx)));
}

async function dueSessions(
  db: Queryable,
  now: number,
  { lock = false } = {},
): Promise<KeptObject<"checkout.session">[]> {
  const { rows } = await db.execute<KeptObject<"checkout.session">>(sql`
    select session_id as "sessionId", email, body, hidden from local_stripe.objects
    where kind = 'checkout.session' and body ->> 'status' = 'open' and (body ->> 'expires_at')::bigint <= ${now}
    order by id ${lock ? sql`for update` : sql``}`);
  return rows;
}
