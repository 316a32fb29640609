import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { mailSuppressions } from "@db/schema";
import { normalEmail } from "../core/email-address";

type SuppressionReason = (typeof mailSuppressions.$inferSelect)["reason"];

/** Whether an address gets no announcements. Every other mail goes to it all the same. */
export async function isSuppressed(db: Queryable, email: string): Promise<boolean> {
  return (await db.$count(mailSuppressions, isAbout(email))) > 0;
}

/** Keeps announcements from an address; nothing happens the second time. */
export async function suppress(db: Queryable, email: string, reason: SuppressionReason, now: Date): Promise<void> {
  await db
    .insert(mailSuppressions)
    .values({ addressHash: hashOf(email), reason, createdAt: now })
    .onConflictDoNothing();
}

/** Sends announcements again, as the owner of the address has asked: earlier bounces and complaints are forgotten. */
export async function liftSuppressions(db: Queryable, email: string): Promise<void> {
  await db.delete(mailSuppressions).where(isAbout(email));
}

const isAbout = (email: string) => eq(mailSuppressions.addressHash, hashOf(email));

const hashOf = (email: string): string => createHash("sha256").update(normalEmail(email)).digest("base64url");
