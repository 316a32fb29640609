import { currencies, formatAmount, type Money, sumMinor } from "../../core/money";
import type { MemberContext } from "../../core/context";
import { readUnusedValue } from "../../payments/ledger/compare-credits";
import { timeIn } from "../../core/dates";
import {
  describeNoShows,
  describeOccupancy,
  type FilledSession,
  findEmptiest,
  type Occupancy,
  percentage,
  readAttendance,
  type Shares,
} from "./attendance";
import { sumOpen } from "../../catalogue/gift-cards/sold-cards";
import { describeRevenue, type RevenueInsight } from "./describe-revenue";
import { periodOf } from "./period";
import { type CodeUse, readCodeUsage } from "./read-code-usage";
import { type HeardCollection, readListening } from "./read-listening";
import { type RateUse, readRateUsage } from "./read-rate-usage";
import { type MembershipInsight, readMemberships } from "./read-memberships";
import { readPressure } from "./read-pressure";
import { sumToRefund } from "../../payments/counted-income";
import { listSources, readRevenue } from "./revenue";

type UsedCode = { code: string; uses: number; takenOff: string };

export type Insights = {
  period: { chosen: string; label: string; choices: { value: string; label: string }[] };
  revenue: RevenueInsight;
  /** What is not taken off the revenue yet, whenever it was paid; null for nothing. */
  toRefund: { byHand: string | null; onItsWay: string | null };
  /** What was paid for credits that are still to be used, in each currency. */
  unusedCredits: string[];
  occupancy: Occupancy;
  emptiest: { id: string; title: string; start: string; taken: string; share: string }[];
  pressure: { totals: string[]; sessions: { id: string; title: string; start: string; words: string }[] };
  codes: { used: UsedCode[]; /** The number of codes not listed. */ more: number };
  /** What was sold at named rates and early prices. */
  rates: RateUse[];
  noShows: Shares;
  listening: HeardCollection[];
  memberships: MembershipInsight;
  /** What is open on gift cards; null if nothing is. */
  giftCards: string | null;
  /** Unused credits and what is open on gift cards: what is owed to their holders, in each currency; null for nothing. */
  owed: string | null;
};

export async function getInsights(
  { db, clock, visitor, rates }: MemberContext,
  { period: name }: { period: string },
): Promise<Insights> {
  const now = clock.now();
  const period = periodOf(name, now, visitor.timeZone);
  const [revenue, sources, attendance, emptiest, pressure, codes, chosen, listening, unused, open, members, toRefund] =
    await Promise.all([
      readRevenue(db, period),
      listSources(db),
      readAttendance(db, period, now),
      findEmptiest(db, period, now),
      readPressure(db, now),
      readCodeUsage(db, period),
      readRateUsage(db, period),
      readListening(db),
      readUnusedValue(db, now),
      sumOpen({ db }),
      readMemberships(db, period, now),
      sumToRefund(db),
    ]);
  const startOf = ({ startTime }: { startTime: Date }) => timeIn(startTime, visitor.timeZone);
  const printFilled = ({ id, title, startTime, taken, places }: FilledSession) => ({
    id,
    title,
    start: startOf({ startTime }),
    taken: `${taken} of ${places}`,
    share: percentage(taken, places),
  });
  return {
    period: { chosen: period.chosen, label: period.label, choices: period.choices },
    revenue: describeRevenue(revenue, { period, rates, sources }),
    toRefund: { byHand: printSums(toRefund.byHand), onItsWay: printSums(toRefund.onItsWay) },
    unusedCredits: unused.map(formatAmount),
    occupancy: describeOccupancy(attendance, period),
    emptiest: emptiest.map(printFilled),
    pressure: {
      totals: pressure.totals,
      sessions: pressure.sessions.map((session) => ({ ...session, start: startOf(session) })),
    },
    codes: { used: codes.codes.map(usedCode), more: codes.total - codes.codes.length },
    rates: chosen,
    noShows: describeNoShows(attendance, period),
    listening,
    memberships: members,
    giftCards: printSums(open),
    owed: owedIn([...unused, ...open]),
  };
}

const printSums = (amounts: Money[]): string | null => amounts.map(formatAmount).join(" and ") || null;

function owedIn(amounts: Money[]): string | null {
  const sums = currencies.map((currency) => ({
    amountMinor: sumMinor(amounts.filter((amount) => amount.currency === currency)),
    currency,
  }));
  const owed = sums.filter(({ amountMinor }) => amountMinor > 0);
  return printSums(owed);
}

const usedCode = ({ code, uses, takenOff }: CodeUse): UsedCode => ({
  code,
  uses,
  takenOff: currencies
    .flatMap((currency) => {
      const amountMinor = takenOff[currency];
      return amountMinor === undefined ? [] : formatAmount({ amountMinor, currency });
    })
    .join(", "),
});
