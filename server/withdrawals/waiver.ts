import { printInstant } from "../core/dates";
import { DomainError } from "../core/errors";
import { readSiteSettings } from "../core/site-settings";
import { isFreeQuote } from "../money/quote";

/** What a buyer confirms to have digital content at once. Each change of the text needs the next version. */
const waiver = {
  version: 1,
  text:
    "I ask for access at once, before the 14 days in which I may withdraw are over. " +
    "I know that my right to withdraw from this contract ends with it.",
};

/** The box of a form that sells. */
type WaiverBox = { text: string; version: number };

export type Waiver = { waiverText: string | null; waiverVersion: number | null; waivedAt: Date | null };

const nothingWaived: Waiver = { waiverText: null, waiverVersion: null, waivedAt: null };

type Reading = Parameters<typeof readSiteSettings>[0];

/** Returns the box that a form needs; null where nothing is paid or no one may withdraw. */
export async function showWaiver(reading: Reading, { isFree }: { isFree: boolean }): Promise<WaiverBox | null> {
  const { withdrawal } = await readSiteSettings(reading);
  return isFree || !withdrawal.isOn ? null : waiver;
}

type PostedForm = { quote: string; waiverVersion?: string | undefined };

/** Returns what a contract stores of the box that was ticked. Throws invalid if it was not, or said something else. */
export async function agreeWaiver(
  reading: Reading,
  { quote, waiverVersion: ticked }: PostedForm,
  now: Date,
): Promise<Waiver> {
  const box = await showWaiver(reading, { isFree: isFreeQuote(quote) });
  if (!box) return nothingWaived;
  if (ticked === undefined) throw refused("Please tick the box to buy.");
  if (ticked !== String(box.version)) throw refused("These words have changed. Please read them again.");
  return { waiverText: box.text, waiverVersion: box.version, waivedAt: now };
}

/** Returns what a receipt repeats, with the time in the site's zone. */
export function printWaiver({ waiverText: text, waivedAt }: Waiver, { siteTimeZone }: { siteTimeZone: string }) {
  return text !== null && waivedAt ? { text, on: printInstant(waivedAt, siteTimeZone) } : null;
}

const refused = (message: string) => new DomainError("invalid", message, { field: "waiverVersion" });
