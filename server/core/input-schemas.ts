import { DateTime } from "luxon";
import { z } from "zod";
import { outsideAddress, type Scheme, webSchemes } from "./addresses";

const plainText = "Please use plain text";
const tooLong = (most: number) => `Please keep it to ${most} characters`;

// PostgreSQL stores neither zero bytes nor lone surrogates in JSON.
const line = /^[^\p{Cc}\p{Cs}]*$/u;
const lines = /^(?:[^\p{Cc}\p{Cs}]|[\r\n\t])*$/u;

const textOf = (most: number, missing: string | undefined) =>
  z
    .string(missing === undefined ? undefined : { error: missing })
    .overwrite(stripInvisible)
    .min(missing === undefined ? 0 : 1, missing)
    .max(most, tooLong(most));

export const typedLine = (most: number, missing?: string) => textOf(most, missing).regex(line, plainText);

/** Returns the schema of a text of several lines. Browsers send CRLF for line breaks; LF is stored. */
export const typedText = (most: number, missing?: string) =>
  textOf(most, missing)
    .regex(lines, plainText)
    .transform((text) => text.replaceAll("\r\n", "\n"));

type AddressRules = { missing?: string; wrong: string; schemes?: readonly Scheme[]; longest?: number };

/** Reads an address outside of this site. */
export const typedAddress = ({ missing, wrong, schemes = webSchemes, longest = 2000 }: AddressRules) =>
  z
    .string({ error: missing ?? wrong })
    .trim()
    .max(longest, { error: "This address is too long", abort: true })
    .refine((text) => outsideAddress(text, schemes) !== null, wrong);

/** Splits a text into its paragraphs, which empty lines separate. */
export const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll("\r\n", "\n")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

export const typedName = (message: string, most = 100) =>
  z.string({ error: message }).overwrite(stripInvisible).min(1, message).max(most, tooLong(most)).regex(line, message);

/** Blanks that count as letters or signs: Hangul fillers and an empty cell of Braille. */
const blanks = String.raw`\u115f\u1160\u2800\u3164\uffa0`;
const visible = new RegExp(`(?![${blanks}])[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Cc}\\p{Cs}]`, "u");

/** Arabic, Persian, Indic scripts and emoji need the joiners and marks of direction; the others come from pasting. */
const invisible = /[\u00ad\u061c\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** Returns a text as it is stored: with composed letters, without what was pasted unseen; empty if nothing shows. */
export function stripInvisible(text: string): string {
  const stripped = text.replace(invisible, "").normalize("NFC").trim();
  return visible.test(stripped) ? stripped : "";
}

/** Removes what PostgreSQL can't store: control characters and lone surrogates. */
export const stripControls = (text: string): string => text.replace(/[\p{Cc}\p{Cs}]/gu, "");

const maxSearchLength = 100;

/** Never refuses a search: removes what can't be found and cuts off the rest. */
export const searchText = z
  .string()
  .catch("")
  .default("")
  .transform((text) =>
    stripControls(stripInvisible(stripControls(text.slice(0, 10 * maxSearchLength))).slice(0, maxSearchLength)),
  );

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = DateTime.fromISO(text, { zone: "utc" });
  return day.isValid && day.year >= 1900 && day.year < 3000;
}

/** Returns whether the text is an instant in PostgreSQL's format: "2026-12-01 19:30:00.123456+00". */
export function isDatabaseInstant(text: string): boolean {
  const clock = /^ ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/;
  return isDay(text.slice(0, 10)) && clock.test(text.slice(10));
}

export const uuidPattern = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const uuid = new RegExp(`^${uuidPattern}$`, "i");

/** Accepts any version, unlike z.uuid(). */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Lets a refinement run although fields are wrong, so that an empty form shows everything that is missing at once. */
export const besideOtherErrors = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};
