import { domainToASCII } from "node:url";
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

/** Reads what HTML accepts as an address, with a domain that has a dot; without invisible characters that were pasted. */
export const typedEmail = (message: string) =>
  z
    .string({ error: message })
    .overwrite(plainAddress)
    .max(254, message)
    .pipe(z.email({ pattern: htmlAddress, error: message }));

const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/** WHATWG HTML, "valid email address", but for domains without a dot. */
const htmlAddress = new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]{1,64}@(?:${label}\\.)+${label}$`);

/** Domains with letters beyond ASCII are stored as the network knows them, as browsers send them. */
function plainAddress(typed: string): string {
  const [, local = "", domain = ""] = /^([^@]+)@([^@]+)$/.exec(readable(typed)) ?? [];
  return domain === "" ? readable(typed) : `${local}@${/^\p{ASCII}*$/u.test(domain) ? domain : domainToASCII(domain)}`;
}

/** Full-width letters, which Japanese keyboards type, are plain ones in an address. */
const readable = (typed: string): string =>
  typed
    .replace(/\p{Cf}/gu, "")
    .normalize("NFKC")
    .trim();
