import type { Account } from "@db/schema";
import { deletedAddress, deletedName } from "../../core/email-address";
import type { Belongings } from "./belongings";

export type Identity = { emails: string[]; names: string[]; address: string; name: string };

export function identityOf(
  account: Account,
  { bookings, entries, purchases, withdrawals, requests }: Belongings,
): Identity {
  const written = [
    { name: account.fullName, email: account.email },
    ...bookings.map(({ booking }) => ({
      name: `${booking.attendeeFirstName} ${booking.attendeeLastName}`,
      email: booking.attendeeEmail,
    })),
    ...[...entries, ...requests].map(({ firstName, lastName, email }) => ({ name: `${firstName} ${lastName}`, email })),
    ...purchases.map(({ customerName, customerEmail }) => ({ name: customerName, email: customerEmail })),
    ...withdrawals,
  ];
  return {
    emails: unique(written.map(({ email }) => email)),
    names: unique(written.map(({ name }) => name)),
    address: deletedAddress(account.id),
    name: `${deletedName.first} ${deletedName.last}`,
  };
}

/** Adds former addresses, such as a mistyped one that an admin has corrected. */
export const withEmails = (identity: Identity, emails: string[]): Identity => ({
  ...identity,
  emails: unique([...identity.emails, ...emails]),
});

/** Returns the longest first, so that none matches a part of another. */
const unique = (values: string[]): string[] =>
  [...new Set(values.map((value) => value.trim()).filter(Boolean))].sort((a, b) => b.length - a.length);

export function withoutIdentity(text: string, { emails, names, address, name }: Identity): string {
  const without = emails.reduce((rest, email) => rest.replace(matching(email), () => address), text);
  return names.reduce((rest, known) => rest.replace(matching(known), () => name), without);
}

/** Matches whole words only: a name may be "A". */
const matching = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "giu");
