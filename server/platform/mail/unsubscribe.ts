import type { Database } from "@db/client";
import { outboxEmails } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { isDeletedAddress, maskedEmail } from "../../core/email-address";
import type { Settings } from "../../core/env";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { consentWording, grantConsent, isSuppressed, suppress } from "./consents";
import { readSiteSettings } from "../../core/site-settings";
import { chooseOpeningMails, openingMailsOf, type OpeningMailsRef, wantsOpeningMails } from "./opening-mails";

export const announcementRef = z.object({ id: z.uuid(), key: z.string().regex(/^[\w-]{1,100}$/) });

export const subscription = announcementRef.extend({ isUnsubscribed: z.boolean() });

type Ref = z.infer<typeof announcementRef>;

type SubscriptionServices = Pick<Services, "db" | "hooks" | "settings" | "settingsMemo">;

type Subscription = {
  /** What the mail was: an announcement, or the news that a part of a collection has opened. */
  to: "announcements" | "openings";
  address: string;
  isUnsubscribed: boolean;
  /** What subscribing again agrees to. */
  wording: string;
};

export async function getSubscription(services: SubscriptionServices, ref: Ref): Promise<Subscription> {
  const { db, hooks } = services;
  const { recipient, openings } = await findMail(db, ref);
  const wording = openings
    ? "Email me when a part of this collection opens."
    : consentWording((await readSiteSettings(services)).name);
  const shown = { to: openings ? ("openings" as const) : ("announcements" as const), wording };
  if (isDeletedAddress(recipient)) return { ...shown, address: "a deleted account", isUnsubscribed: true };
  const isUnsubscribed = openings
    ? !(await wantsOpeningMails({ db, hooks }, openings))
    : await isSuppressed(db, recipient);
  return { ...shown, address: maskedEmail(recipient), isUnsubscribed };
}

export async function setUnsubscribed(
  services: SubscriptionServices & Pick<Services, "clock">,
  { isUnsubscribed, ...ref }: z.infer<typeof subscription>,
): Promise<void> {
  const { db, clock } = services;
  const { recipient: email, openings } = await findMail(db, ref);
  await inTransaction({ db }, async (tx) => {
    if (openings) {
      const isWanted = !isUnsubscribed && !isDeletedAddress(email);
      return chooseOpeningMails(tx, { ...openings, isWanted }, clock.now());
    }
    if (isUnsubscribed) return suppress(tx, email, "unsubscribed", clock.now());
    if (!isDeletedAddress(email)) await grantConsent(tx, services, { email, source: "unsubscribe_page" });
  });
}

type SentMail = { recipient: string; openings: OpeningMailsRef | null };

async function findMail(db: Database, { id, key }: Ref): Promise<SentMail> {
  const [mail] = await db
    .select({ recipient: outboxEmails.recipient, dedupeKey: outboxEmails.dedupeKey })
    .from(outboxEmails)
    .where(and(eq(outboxEmails.id, id), eq(outboxEmails.unsubscribeKey, key)));
  if (!mail) throw new DomainError("not_found", "This link doesn’t work. Please open the link in the email again.");
  return { recipient: mail.recipient, openings: openingMailsOf(mail) };
}

type UnsubscribeKey = Pick<typeof outboxEmails.$inferSelect, "id" | "unsubscribeKey">;

export function unsubscribeUrl({ id, unsubscribeKey }: UnsubscribeKey, { siteUrl }: Settings): string | undefined {
  return unsubscribeKey === null ? undefined : `${siteUrl}${unsubscribePath({ id, key: unsubscribeKey })}`;
}

export const unsubscribePath = ({ id, key }: { id: string; key: string }): string => `/unsubscribe/${id}?key=${key}`;

/** Returns the headers of RFC 8058. */
export function unsubscribeHeaders(
  { id, unsubscribeKey }: UnsubscribeKey,
  { siteUrl }: Settings,
): Record<string, string> | undefined {
  if (unsubscribeKey === null) return undefined;
  return {
    "List-Unsubscribe": `<${siteUrl}/unsubscribe/${id}/one-click?key=${unsubscribeKey}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
