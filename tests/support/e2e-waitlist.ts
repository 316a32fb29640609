import type { Database } from "@db/client";
import { sessionWaitlist } from "@db/schema";
import type { Guest, Session } from "./e2e-test";

type Values = Partial<typeof sessionWaitlist.$inferInsert>;

/** Somebody is in line; or, with other values, is offered a place. Answers the address of her entry. */
export async function addToWaitlist(
  db: Database,
  session: Session,
  guest: Guest,
  values: Values = {},
): Promise<string> {
  const [entry] = await db
    .insert(sessionWaitlist)
    .values({ sessionId: session.id, ...guest, timeZone: "Europe/London", ...values })
    .returning();
  return `/waitlist/${entry!.id}?key=${entry!.manageKey}`;
}

/** A place is held for her for another hour. */
export const anOpenOffer = (): Values => ({ status: "offered", offerEndsAt: new Date(Date.now() + 3_600_000) });
