import { z } from "zod";

export const normalEmail = (email: string): string => email.trim().toLowerCase();

export const addressIn = (sender: string): string => (/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).trim();

export const nameIn = (sender: string): string =>
  (/^(.*)<[^<>]+>\s*$/.exec(sender)?.[1] ?? "").replaceAll('"', "").trim();

/** Returns false for addresses under `.invalid`, none of which ever exists (RFC 2606). */
export const isReachable = (address: string): boolean => !/\.invalid$/i.test(address.trim());

export const deletedName = { first: "Deleted", last: "member" };

export const deletedAddress = (userId: string): string => `deleted-${userId}@deleted.invalid`;

export const shownEmail = (email: string): string => (isDeletedAddress(email) ? "Deleted account" : email);

export const isDeletedAddress = (email: string): boolean => email.toLowerCase().endsWith("@deleted.invalid");

/** Returns an address such as "h•••@example.com". */
export function maskedEmail(address: string): string {
  const [, first = "", domain = ""] = /^(.).*(@[^@]*)$/su.exec(address) ?? [];
  return `${first}•••${domain}`;
}

export const typedEmail = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(254, message)
    .pipe(z.email({ error: message }));
