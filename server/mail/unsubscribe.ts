import { createHash } from "node:crypto";
import type { Database, Queryable } from "@db/client";
import { mailSuppressions, outboxEmails } from "@db/schema";
import { and, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { isDeletedAddress, normalEmail } from "../core/email-address";
import type { Settings } from "../core/env";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";

export const announcementRef = z.object({ id: z.uuid(), key: z.string().regex(/^[\w-]{1,100}$/) });

export const subscription = announcementRef.extend({ isUnsubscribed: z.boolean() });

type Ref = z.infer<typeof announcementRef>;

type Subscription = {
  address: string;
  isUnsubscribed: boolean;
};

export async function getSubscription({ db }: Pick<Services, "db">, ref: Ref): Promise<Subscription> {
  const recipient = await findRecipient(db, ref);
  if (isDeletedAddress(recipient)) return { address: "a deleted account", isUnsubscribed: true };
  return { address: masked(recipient), isUnsubscribed: await isSuppressed(db, recipient) };
}

export async function setUnsubscribed(
  { db, clock }: Pick<Services, "db" | "clock">,
  { isUnsubscribed, ...ref }: z.infer<typeof subscription>,
): Promise<void> {
  const recipient = await findRecipient(db, ref);
  if (isUnsubscribed) await suppress(db, recipient, "unsubscribed", clock.now());
  else await liftSuppressions(db, recipient);
}

async function findRecipient(db: Database, { id, key }: Ref): Promise<string> {
  const [mail] = await db
    .select({ recipient: outboxEmails.recipient })
    .from(outboxEmails)
    .where(and(eq(outboxEmails.id, id), eq(outboxEmails.unsubscribeKey, key)));
  if (!mail) throw new DomainError("not_found", "This link doesn’t work. Please open the link in the email again.");
  return mail.recipient;
}

function masked(address: string): string {
  const [, first = "", domain = ""] = /^(.).*(@[^@]*)$/su.exec(address) ?? [];
  return `${first}•••${domain}`;
}

type Keyed = Pick<typeof outboxEmails.$inferSelect, "id" | "unsubscribeKey">;

export function unsubscribeUrl({ id, unsubscribeKey }: Keyed, { siteUrl }: Settings): string | undefined {
  return unsubscribeKey === null ? undefined : `${siteUrl}${unsubscribePath({ id, key: unsubscribeKey })}`;
}

export const unsubscribePath = ({ id, key }: { id: string; key: string }): string => `/unsubscribe/${id}?key=${key}`;

/** The headers of RFC 8058. */
export function unsubscribeHeaders(
  { id, unsubscribeKey }: Keyed,
  { siteUrl }: Settings,
): Record<string, string> | undefined {
  if (unsubscribeKey === null) return undefined;
  return {
    "List-Unsubscribe": `<${siteUrl}/unsubscribe/${id}/one-click?key=${unsubscribeKey}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

type SuppressionReason = (typeof mailSuppressions.$inferSelect)["reason"];

export type Suppression = { reason: SuppressionReason; at: Date };

/** Returns why and since when addresses get no announcements, by normal address; their own wish comes first. */
export async function findSuppressions(db: Queryable, emails: string[]): Promise<Map<string, Suppression>> {
  const addresses = new Map(emails.map((email) => [hashOf(email), normalEmail(email)]));
  const rows = await db
    .select()
    .from(mailSuppressions)
    .where(inArray(mailSuppressions.addressHash, [...addresses.keys()]))
    .orderBy(desc(mailSuppressions.reason), desc(mailSuppressions.createdAt));
  return new Map(
    rows.map(({ addressHash, reason, createdAt }) => [addresses.get(addressHash) ?? "", { reason, at: createdAt }]),
  );
}

/** Suppression concerns announcements only; all other mails are sent. */
export async function isSuppressed(db: Queryable, email: string): Promise<boolean> {
  return (await db.$count(mailSuppressions, isAbout(email))) > 0;
}

export async function suppress(db: Queryable, email: string, reason: SuppressionReason, now: Date): Promise<void> {
  await db
    .insert(mailSuppressions)
    .values({ addressHash: hashOf(email), reason, createdAt: now })
    .onConflictDoNothing();
}

/** Also forgets earlier bounces and complaints. */
export async function liftSuppressions(db: Queryable, email: string): Promise<void> {
  await db.delete(mailSuppressions).where(isAbout(email));
}

const isAbout = (email: string) => eq(mailSuppressions.addressHash, hashOf(email));

const hashOf = (email: string): string => createHash("sha256").update(normalEmail(email)).digest("base64url");
