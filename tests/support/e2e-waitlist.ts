import type { Database } from "@db/client";
import { sessionWaitlist } from "@db/schema";
import type { Guest, Session } from "./e2e-test";

type Values = Partial<typeof sessionWaitlist.$inferInsert>;

/** Adds a waitlist entry and returns its page's address. */
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

/** Values of an offer that is open for another hour. */
export const anOpenOffer = (): Values => ({ status: "offered", offerEndsAt: new Date(Date.now() + 3_600_000) });
