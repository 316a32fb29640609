import type { Context } from "../../core/context";
import { dayOf } from "../../core/dates";
import { normalEmail } from "../../core/email-address";
import { type Consent, findConsents, findSuppressions, type Suppression } from "../../platform/mail/consents";

/** Whether an address receives announcements. Mails about a person's own bookings are always sent. */
type Standing = {
  receives: boolean;
  /** Where and with which words they agreed; null if they were never asked or have not confirmed. */
  agreed: Pick<Consent, "source" | "wording" | "confirmedAt" | "withdrawnAt"> | null;
  /** When they asked, if they have not confirmed it yet. */
  waitingSince: Date | null;
  stopped: Suppression | null;
};

/** Reads the standing of each address, at the address's index. */
export async function readConsents({ db }: Pick<Context, "db">, emails: string[]): Promise<Standing[]> {
  const [consents, suppressions] = await Promise.all([findConsents(db, emails), findSuppressions(db, emails)]);
  return emails.map((email) =>
    standingOf(consents.get(normalEmail(email)) ?? [], suppressions.get(normalEmail(email)) ?? null),
  );
}

/** A consent counts before the older right to write to an existing customer. */
function standingOf(consents: Consent[], stopped: Suppression | null): Standing {
  const current = consents.filter(({ withdrawnAt }) => withdrawnAt === null);
  const confirmed = current.filter(({ confirmedAt }) => confirmedAt !== null);
  const earlier = consents.filter(({ confirmedAt }) => confirmedAt !== null);
  const agreed = confirmed.find(({ source }) => source !== "existing_customer") ?? confirmed[0] ?? earlier[0] ?? null;
  const waiting = current.find(({ confirmedAt }) => confirmedAt === null);
  return {
    receives: confirmed.length > 0 && stopped === null,
    agreed: agreed && {
      source: agreed.source,
      wording: agreed.wording,
      confirmedAt: agreed.confirmedAt,
      withdrawnAt: agreed.withdrawnAt,
    },
    waitingSince: waiting?.requestedAt ?? null,
    stopped,
  };
}

export const causes: Record<Suppression["reason"], string> = {
  unsubscribed: "unsubscribed on",
  bounced: "an email bounced on",
  complained: "reported one as spam on",
};

export const sources: Record<Consent["source"], string> = {
  booking: "ticked the box when booking",
  sign_up: "ticked the box when signing up",
  profile: "turned them on in their profile",
  unsubscribe_page: "subscribed again",
  existing_customer: "booked before the site asked, about sessions they book only",
};

/**
 * Returns "Yes, since Thu, Nov 26, 2026: ticked the box when booking" or "No, unsubscribed on Sun, Nov 29, 2026", for
 * example.
 */
export function describeConsent(standing: Standing | undefined, timeZone: string): string {
  const { agreed = null, stopped = null, waitingSince = null } = standing ?? {};
  if (stopped) return `No, ${causes[stopped.reason]} ${dayOf(stopped.at, timeZone)}`;
  if (agreed?.confirmedAt && !agreed.withdrawnAt) {
    return `Yes, since ${dayOf(agreed.confirmedAt, timeZone)}: ${sources[agreed.source]}`;
  }
  if (waitingSince) return `No, asked on ${dayOf(waitingSince, timeZone)} but not confirmed`;
  return agreed?.withdrawnAt ? `No, withdrawn on ${dayOf(agreed.withdrawnAt, timeZone)}` : "No, has not agreed to them";
}
