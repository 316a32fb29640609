import type { Transaction } from "@db/client";
import type { Account } from "@db/schema";
import { type Contact, lockAccount, contactOf, type TypedContact } from "../../accounts/accounts";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { Product } from "../../catalogue/products/catalogue";
import { lockAddress } from "./lock";
import { kinds } from "../../catalogue/products/kinds";

/** What a purchase stores of who makes it. */
export type NamedBuyer = { name: string; email: string };

/** Returns who buys: the member, or a guest who has said it. Throws invalid if a guest leaves a field out. */
export function buyerOf({ user }: Context, typed: TypedContact): NamedBuyer {
  if (user) return { name: user.fullName, email: user.email };
  const contact = contactOf(null, typed);
  return { name: nameOf(contact), email: contact.email };
}

export const nameOf = ({ firstName, lastName }: Pick<Contact, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

/**
 * Serializes the purchases of a member, those of a guest, and those of passes with one address. Returns the account that a purchase
 * belongs to at once: the member's, or the one that has confirmed a guest's address. Throws unauthenticated.
 */
export async function lockBuyer(
  tx: Transaction,
  { user }: Context,
  { kind }: Pick<Product, "kind">,
  { email }: NamedBuyer,
): Promise<Account | null> {
  const account = await lockAccount(tx, user ? { id: user.id } : { email });
  if (user && !account) throw new DomainError("unauthenticated", "Please sign in.");
  if (kinds[kind].isBoundToAddress || !user) await lockAddress(tx, email);
  return account && (user ?? account.emailConfirmedAt) ? account : null;
}
