import { longDay, printInstant } from "../../core/dates";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { isFreeQuote } from "../../platform/money/quote";
import { endOfPeriod } from "./period";

/** What a buyer confirms to have digital content at once. Each change of the text needs the next version. */
const waiver = {
  version: 1,
  text:
    "I ask for access at once, before the 14 days in which I may withdraw are over. " +
    "I know that my right to withdraw from this contract ends with it.",
};

/** What a buyer has who does not tick the box: access when the period is over. `key` says which day was shown. */
type LaterAccess = { day: string; key: string };

/** The box of a form that sells. */
type WaiverBox = { text: string; version: number; later: LaterAccess | null };

export type Waiver = { waiverText: string | null; waiverVersion: number | null; waivedAt: Date | null };

const nothingWaived: Waiver = { waiverText: null, waiverVersion: null, waivedAt: null };

/** `opensAt`: when access begins for someone who did not ask for it at once. */
export type AccessTerms = Waiver & { opensAt: Date | null };

type SettingsSource = Parameters<typeof readSiteSettings>[0] & Pick<Services, "clock">;

/** `isDigital`: it is delivered as a whole at once. From a pass, which is not, people withdraw without having to wait. */
type SoldOnForm = { isDigital: boolean };

/** Returns the box that a form needs; null where nothing is paid, no one may withdraw, or nothing is delivered. */
export async function showWaiver(
  reading: SettingsSource,
  { isFree, isDigital }: SoldOnForm & { isFree: boolean },
): Promise<WaiverBox | null> {
  const { withdrawal } = await readSiteSettings(reading);
  if (isFree || !isDigital || !withdrawal.isOn) return null;
  return { ...waiver, later: withdrawal.isLaterOffered ? laterAccess(reading) : null };
}

const openingOf = ({ clock, settings }: SettingsSource): Date => endOfPeriod(clock.now(), settings.siteTimeZone);

function laterAccess(reading: SettingsSource): LaterAccess {
  const opensAt = openingOf(reading);
  return { day: longDay(opensAt, reading.settings.siteTimeZone), key: opensAt.toISOString() };
}

type PostedForm = { quote: string; waiverVersion?: string | undefined; opensOn?: string | undefined };

/**
 * Returns what a contract stores of the box. Throws invalid if it said something else than was shown, or if it was not
 * ticked where nothing is delivered later.
 */
export async function agreeWaiver(
  reading: SettingsSource,
  { quote, waiverVersion: ticked, opensOn, isDigital }: PostedForm & SoldOnForm,
): Promise<AccessTerms> {
  const box = await showWaiver(reading, { isFree: isFreeQuote(quote), isDigital });
  if (!box) return { ...nothingWaived, opensAt: null };
  if (ticked === undefined) {
    if (!box.later) throw refusal("Please tick the box to buy.");
    if (box.later.key !== opensOn) throw refusal(`Without it, access begins on ${box.later.day}. Please look again.`);
    return { ...nothingWaived, opensAt: openingOf(reading) };
  }
  if (ticked !== String(box.version)) throw refusal("These words have changed. Please read them again.");
  return { waiverText: box.text, waiverVersion: box.version, waivedAt: reading.clock.now(), opensAt: null };
}

/** Returns what a receipt repeats, with the time in the site's zone. */
export function printWaiver({ waiverText: text, waivedAt }: Waiver, { siteTimeZone }: { siteTimeZone: string }) {
  return text !== null && waivedAt ? { text, on: printInstant(waivedAt, siteTimeZone) } : null;
}

const refusal = (message: string) => new DomainError("invalid", message, { field: "waiverVersion" });
