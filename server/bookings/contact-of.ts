import { DomainError } from "../core/errors";
import { type Contact, contactOfMember, type Member } from "../accounts/contact";
import { contactMessages, type NewBooking } from "./schemas";

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
