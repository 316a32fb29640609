import type { Context } from "../core/context";
import { normalEmail } from "../core/email-address";
import { DomainError } from "../core/errors";
import { networkOf } from "../core/network-of";
import { readSiteSettings } from "../core/site-settings";
import { forgetAttempts, giveBackAttempt, spendAttempt } from "../rate-limits/rate-limits";
import { verifyPassword } from "./hash-password";
import { findKnownDevice } from "./known-devices";

/** The specification's minimum length; shorter words of the list cannot be chosen anyway. */
const minimumLength = 6;
const howManyCommon = 10_000;
/** What this kind of site makes people think of. */
const fieldWords = ["breathroom", "breathwork", "breath", "breathe", "breathing"];

type Person = { email: string; fullName: string };

/**
 * Refuses a new password that is one of the 10,000 most common ones, or a word of the site or of the person with
 * nothing but digits and punctuation around it (OWASP ASVS 5.0, 6.2.4 and 6.2.11). Every way to set a password asks
 * here; `field` is the form field that the message belongs to. Throws invalid.
 */
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

/** Whether the password is one of the words, apart from digits and punctuation. */
function isContained(password: string, words: string[]): boolean {
  const forms = new Set([lettersAndDigits(password), letters(password)].filter(Boolean));
  return words.some((word) => forms.has(lettersAndDigits(word)) || forms.has(letters(word)));
}

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/** A name as a whole and each of its words: "O’Donnelly" counts as one, and as two. */
const wordsOf = (name: string): string[] =>
  [name, ...name.split(/\s+/), ...name.split(/[^\p{L}\p{N}]+/u)].filter(Boolean);

function wordsOfEmail(email: string): string[] {
  const [local = "", domain = ""] = email.split("@");
  return [email, local, local.replace(/\+.*/, ""), domain, domain.split(".")[0] ?? ""].filter(Boolean);
}

let common: Promise<Set<string>> | undefined;

/** Loaded with the first password that is set: unpacking the list takes 30 ms and 5 MB. */
function commonPasswords(): Promise<Set<string>> {
  return (common ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => {
    // Ordered by how common they are, in lower case.
    const longEnough = dictionary["passwords-common"].filter((word) => word.length >= minimumLength);
    return new Set(longEnough.slice(0, howManyCommon));
  }));
}

/** The hash of an unknown password, made with the same parameters as all others. */
const unknownHash = "$argon2id$v=19$m=19456,t=2,p=1$CwKdo2tdRQTIugiIlDg+XQ$dxy6EGbxZZtgl+mYINySCrCDWlL6tEp6LB2A39ThdEA";

/**
 * Whether the password is the account's. Where there is no account, or none with a password, it takes as long to say
 * no: the time tells nobody whose address is known here.
 */
export async function checkPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isRight = await verifyPassword(passwordHash ?? unknownHash, password);
  return isRight && passwordHash != null;
}

/**
 * Counts a sign-in by password before the password is checked. A device that is known for the account has a count of
 * its own, so that nobody else can use it up. All others count by account and network together, by network, and, as a
 * brake on guessing from many networks, by account. Returns what to call once the password was right. Throws
 * rate_limited, whether or not there is such an account.
 */
export async function spendSignIn(ctx: Context, email: string): Promise<() => Promise<void>> {
  const mailbox = normalEmail(email);
  const device = await findKnownDevice(ctx, ctx.session.deviceKey, mailbox);
  if (device) {
    await spendAttempt(ctx, "password on known device", device);
    return () => forgetAttempts(ctx, "password on known device", device);
  }
  const network = networkOf(ctx.visitor.address);
  const here = `${mailbox} ${network}`;
  await spendAttempt(ctx, "sign-in from address", network);
  await spendAttempt(ctx, "password of account from address", here);
  await spendAttempt(ctx, "password of account", mailbox);
  return async () => {
    await giveBackAttempt(ctx, "sign-in from address", network);
    await forgetAttempts(ctx, "password of account from address", here);
    // Only this attempt: guesses from elsewhere still count.
    await giveBackAttempt(ctx, "password of account", mailbox);
  };
}
