import { createHash } from "node:crypto";
import type { Queryable, Transaction } from "@db/client";
import { mailConsents, mailSuppressions } from "@db/schema";
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, notExists, type SQL } from "drizzle-orm";
import type { Services } from "../../core/services";
import { z } from "zod";
import { normalEmail } from "../../core/email-address";
import { readSiteSettings } from "../../core/site-settings";
import { openingMailsOf, type OpeningServices, wantsOpeningMails } from "./opening-mails";

type SuppressionRow = typeof mailSuppressions.$inferSelect;
export type Consent = typeof mailConsents.$inferSelect;
export type Suppression = { reason: SuppressionRow["reason"]; at: Date };

/**
 * Selects the addresses that receive announcements: their consent is confirmed and not withdrawn, and nothing stops
 * them. The only rule for counting, listing and sending.
 */
export const selectReceivers = (db: Queryable, which?: SQL) =>
  db
    .selectDistinct({ email: mailConsents.email, addressHash: mailConsents.addressHash })
    .from(mailConsents)
    .where(and(isReceiving(db), which))
    .orderBy(asc(mailConsents.email));

export const isReceiving = (db: Queryable): SQL | undefined =>
  and(
    isNotNull(mailConsents.confirmedAt),
    isNull(mailConsents.withdrawnAt),
    notExists(
      db
        .select({ reason: mailSuppressions.reason })
        .from(mailSuppressions)
        .where(eq(mailSuppressions.addressHash, mailConsents.addressHash)),
    ),
  );

/** Those who booked before the site asked are written to as before: about a session that they booked, and no more. */
export const hasAsked: SQL = ne(mailConsents.source, "existing_customer");

/** Returns which of these addresses receive announcements, as normal addresses. */
export async function findReceivers(db: Queryable, emails: string[]): Promise<Set<string>> {
  const rows = await selectReceivers(db, inArray(mailConsents.addressHash, emails.map(hashOf)));
  return new Set(rows.map(({ email }) => email));
}

type WrittenMail = { template: string; recipient: string; dedupeKey: string };

/**
 * Returns whether an announcement may be sent. A recording belongs to what its recipient has booked: it needs no
 * consent, but can be unsubscribed from. That a part has opened is told to those who asked for it, as long as they do.
 */
export async function mayReceive(
  { db, hooks }: OpeningServices,
  { template, recipient, dedupeKey }: WrittenMail,
): Promise<boolean> {
  const opened = openingMailsOf({ dedupeKey });
  if (opened) return (await wantsOpeningMails({ db, hooks }, opened)) && !(await hasComplained(db, recipient));
  if (template === "recording-available") return !(await isSuppressed(db, recipient));
  return (await findReceivers(db, [recipient])).size > 0;
}

/** The box in a form. Never ticked in advance. */
export const consentBox = z.literal("on").optional();

export const consentWording = (siteName: string): string =>
  `Email me news and offers from ${siteName}. I can unsubscribe at any time.`;

type SettingsSource = Pick<Services, "clock" | "settings" | "settingsMemo">;

/** Returns what is stored of a consent that is given now. */
export async function newConsent(
  tx: Transaction,
  { clock, settings, settingsMemo }: SettingsSource,
  { email, source }: Pick<Consent, "email" | "source">,
) {
  const { name } = await readSiteSettings({ db: tx, settings, settingsMemo });
  const address = normalEmail(email);
  const values = { email: address, addressHash: hashOf(address), source, wording: consentWording(name) };
  return { ...values, requestedAt: clock.now() };
}

/** Takes a consent from someone who is known to own the address. Earlier bounces and complaints no longer count. */
export async function grantConsent(
  tx: Transaction,
  reading: SettingsSource,
  agreement: Pick<Consent, "email" | "source">,
): Promise<void> {
  const consent = await newConsent(tx, reading, agreement);
  const confirmed = { ...consent, confirmedAt: consent.requestedAt };
  const [made] = await tx.insert(mailConsents).values(confirmed).onConflictDoNothing().returning();
  if (!made) {
    const isWaiting = and(isCurrentOf(consent.email), hasAsked, isNull(mailConsents.confirmedAt));
    await tx.update(mailConsents).set(confirmed).where(isWaiting);
  }
  await liftSuppressions(tx, consent.email);
}

export const isCurrentOf = (email: string): SQL | undefined =>
  and(eq(mailConsents.addressHash, hashOf(email)), isNull(mailConsents.withdrawnAt));

/** Returns the consents of addresses by normal address: current ones first, then the newest. */
export async function findConsents(db: Queryable, emails: string[]): Promise<Map<string, Consent[]>> {
  const rows = await db
    .select()
    .from(mailConsents)
    .where(inArray(mailConsents.addressHash, emails.map(hashOf)))
    .orderBy(desc(isNull(mailConsents.withdrawnAt)), desc(mailConsents.requestedAt));
  const found = new Map<string, Consent[]>();
  for (const row of rows) found.set(row.email, [...(found.get(row.email) ?? []), row]);
  return found;
}

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

/** Returns whether an address gets no announcements; all other mails are sent. */
export async function isSuppressed(db: Queryable, email: string): Promise<boolean> {
  return (await db.$count(mailSuppressions, isAbout(email))) > 0;
}

const hasComplained = async (db: Queryable, email: string): Promise<boolean> =>
  (await db.$count(mailSuppressions, and(isAbout(email), eq(mailSuppressions.reason, "complained")))) > 0;

/** Stops announcements. Unsubscribing and complaining withdraw every consent; after a bounce it stands, unused. */
export async function suppress(db: Queryable, email: string, reason: Suppression["reason"], now: Date): Promise<void> {
  await db
    .insert(mailSuppressions)
    .values({ addressHash: hashOf(email), reason, createdAt: now })
    .onConflictDoNothing();
  if (reason === "bounced") return;
  await db.update(mailConsents).set({ withdrawnAt: now }).where(isCurrentOf(email));
}

/** Allows announcements again, and forgets earlier bounces and complaints. */
export async function liftSuppressions(db: Queryable, email: string): Promise<void> {
  await db.delete(mailSuppressions).where(isAbout(email));
}

const isAbout = (email: string) => eq(mailSuppressions.addressHash, hashOf(email));

const hashOf = (email: string): string => createHash("sha256").update(normalEmail(email)).digest("base64url");
