import type { Context } from "../core/context";
import { normalEmail } from "../core/email-address";
import { DomainError } from "../core/errors";
import { countAttempt, forgetAttempts, networkOf, uncountAttempt } from "../core/rate-limits";
import { readSiteSettings } from "../core/site-settings";
import { verifyPassword } from "./hash-password";
import { findKnownDevice } from "./known-devices";

const minimumLength = 6;
const commonPasswordCount = 10_000;
const fieldWords = ["breathroom", "breathwork", "breath", "breathe", "breathing"];

type Person = { email: string; fullName: string };

/** Refuses a weak password; every way to set one calls this (OWASP ASVS 5.0, 6.2.4 and 6.2.11). Throws invalid. */
export async function requireGoodPassword(
  services: Parameters<typeof readSiteSettings>[0],
  password: string,
  { person, field }: { person: Person; field: string },
): Promise<void> {
  const typed = password.normalize("NFKC").toLowerCase();
  const refusal = (message: string) => new DomainError("invalid", message, { field });
  if ((await commonPasswords()).has(typed)) {
    throw refusal("This is one of the most common passwords. Please choose another one.");
  }
  const { name } = await readSiteSettings(services);
  if (isContained(typed, [...fieldWords, ...wordsOf(name)])) {
    throw refusal("This password is too close to the name of this site. Please choose another one.");
  }
  if (isContained(typed, [...wordsOf(person.fullName), ...wordsOfEmail(person.email)])) {
    throw refusal("This password is too close to the name or email. Please choose another one.");
  }
}

function isContained(password: string, words: string[]): boolean {
  const forms = new Set([lettersAndDigits(password), letters(password)].filter(Boolean));
  return words.some((word) => forms.has(lettersAndDigits(word)) || forms.has(letters(word)));
}

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

const wordsOf = (name: string): string[] =>
  [name, ...name.split(/\s+/), ...name.split(/[^\p{L}\p{N}]+/u)].filter(Boolean);

function wordsOfEmail(email: string): string[] {
  const [local = "", domain = ""] = email.split("@");
  return [email, local, local.replace(/\+.*/, ""), domain, domain.split(".")[0] ?? ""].filter(Boolean);
}

let common: Promise<Set<string>> | undefined;

/** Loads the list on first use: unpacking it takes 30 ms and 5 MB. */
function commonPasswords(): Promise<Set<string>> {
  return (common ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => {
    const longEnough = dictionary["passwords-common"].filter((word) => word.length >= minimumLength);
    return new Set(longEnough.slice(0, commonPasswordCount));
  }));
}

/** The hash of an unknown password, with the same parameters. */
const unknownHash = "$argon2id$v=19$m=19456,t=2,p=1$CwKdo2tdRQTIugiIlDg+XQ$dxy6EGbxZZtgl+mYINySCrCDWlL6tEp6LB2A39ThdEA";

/** Takes equally long without an account or password, so that the time does not tell which addresses have accounts. */
export async function checkPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isRight = await verifyPassword(passwordHash ?? unknownHash, password);
  return isRight && passwordHash != null;
}

/** Counts an attempt before the check and returns a function to call after a right password. Throws rate_limited. */
export async function limitSignInRate(ctx: Context, email: string): Promise<() => Promise<void>> {
  const mailbox = normalEmail(email);
  const device = await findKnownDevice(ctx, ctx.session.deviceKey, mailbox);
  if (device) {
    await countAttempt(ctx, "password on known device", device);
    return () => forgetAttempts(ctx, "password on known device", device);
  }
  const network = networkOf(ctx.visitor.address);
  const here = `${mailbox} ${network}`;
  await countAttempt(ctx, "sign-in from address", network);
  await countAttempt(ctx, "password of account from address", here);
  await countAttempt(ctx, "password of account", mailbox);
  return async () => {
    await uncountAttempt(ctx, "sign-in from address", network);
    await forgetAttempts(ctx, "password of account from address", here);
    await uncountAttempt(ctx, "password of account", mailbox);
  };
}
