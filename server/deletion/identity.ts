import type { Account } from "@db/schema";
import { deletedAddress, deletedName } from "../core/email-address";
import type { Belongings } from "./belongings";

/** Everything by which the rows of one account may name its owner, and what stands there afterwards. */
export type Identity = { emails: string[]; names: string[]; address: string; name: string };

/** Of her account, and as she was written down in whatever is hers. */
export function identityOf(account: Account, { bookings, entries, purchases }: Belongings): Identity {
  const written = [
    { name: account.fullName, email: account.email },
    ...bookings.map(({ booking }) => ({
      name: `${booking.attendeeFirstName} ${booking.attendeeLastName}`,
      email: booking.attendeeEmail,
    })),
    ...entries.map(({ firstName, lastName, email }) => ({ name: `${firstName} ${lastName}`, email })),
    ...purchases.map(({ customerName, customerEmail }) => ({ name: customerName, email: customerEmail })),
  ];
  return {
    emails: unique(written.map(({ email }) => email)),
    names: unique(written.map(({ name }) => name)),
    address: deletedAddress(account.id),
    name: `${deletedName.first} ${deletedName.last}`,
  };
}

/** The same with addresses that are hers no more, such as a mistyped one that the instructor has corrected. */
export const knownAs = (identity: Identity, emails: string[]): Identity => ({
  ...identity,
  emails: unique([...identity.emails, ...emails]),
});

/** The longest one first, so that none is found as a part of another. */
const unique = (values: string[]): string[] =>
  [...new Set(values.map((value) => value.trim()).filter(Boolean))].sort((one, other) => other.length - one.length);

/** A text without her name and address. */
export function withoutIdentity(text: string, { emails, names, address, name }: Identity): string {
  const without = emails.reduce((rest, email) => rest.replace(matching(email), () => address), text);
  return names.reduce((rest, known) => rest.replace(matching(known), () => name), without);
}

/** Whole words only: a person may be called "A". */
const matching = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "giu");
