import { DomainError } from "../core/errors";
import { readSiteSettings } from "../core/site-settings";

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
