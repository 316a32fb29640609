import { DomainError } from "../core/errors";
import type { SessionUser } from "../trpc/context";
import { contactMessages, type NewBooking } from "./schemas";

export type Contact = { firstName: string; lastName: string; email: string };
type Member = Pick<SessionUser, "email" | "fullName">;

const longestName = 100;

/** How a member is booked unless she says otherwise: by her account's name, else by her address up to the "@". */
export function contactOfMember({ fullName, email }: Member): Contact {
  const [first, ...others] = fullName.trim().split(/\s+/);
  const firstName = first || email.split("@")[0]!;
  return { firstName: firstName.slice(0, longestName), lastName: others.join(" ").slice(0, longestName), email };
}

/** Who is to be booked. Members may leave everything out; throws invalid where a guest does. */
export function contactOf(user: Member | null, typed: Pick<NewBooking, keyof Contact>): Contact {
  const known = user ? contactOfMember(user) : null;
  const wanted = (field: keyof Contact): string => {
    const value = typed[field] ?? known?.[field];
    if (value === undefined) throw new DomainError("invalid", contactMessages[field]);
    return value;
  };
  return { firstName: wanted("firstName"), lastName: wanted("lastName"), email: wanted("email") };
}
