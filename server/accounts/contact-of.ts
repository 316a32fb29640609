import { contactMessages } from "../core/contact";
import { DomainError } from "../core/errors";
import { type Contact, contactOfMember, type Member } from "./accounts";

export type TypedContact = { [Field in keyof Contact]?: string | undefined };

/** Returns who books or buys, as typed or else as known from an account. Throws invalid if a field is missing. */
export function contactOf(known: Member | null, typed: TypedContact): Contact {
  const member = known && contactOfMember(known);
  const requireField = (field: keyof Contact): string => {
    const value = typed[field] ?? member?.[field];
    if (value === undefined) throw new DomainError("invalid", contactMessages[field], { field });
    return value;
  };
  return { firstName: requireField("firstName"), lastName: requireField("lastName"), email: requireField("email") };
}
