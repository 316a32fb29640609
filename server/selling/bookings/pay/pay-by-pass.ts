import type { Queryable, Transaction } from "@db/client";
import { type Booking, creditEntries, type DiscountTerms, type LiveSession, maxTickets, type Pass } from "@db/schema";
import type { Context } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { isUuid } from "../../../core/input-schemas";
import {
  type AgreedQuote,
  type ChosenPrice,
  quote,
  requireRatePlaces,
  storedPrice,
} from "../../../catalogue/discounts/chosen-price";
import { type CheckedCode, type ShownPrice, showPrice } from "../../../catalogue/discounts/show-price";
import { type AgreedTicket, passQuoteKey, splitEvenly } from "../../../platform/money/quote";
import { printCredits } from "../../../platform/money/print-order";
import type { SessionPricing } from "../../../platform/money/session-price";
import { describeBalance } from "../../../catalogue/passes/describe-pass";
import { mailFewLeft } from "../../../catalogue/passes/mail-passes";
import {
  listUsable,
  lockUsablePass,
  partOf,
  type PassPart,
  takeCredits,
  type Use,
} from "../../../catalogue/passes/use-pass";
import { isCover } from "../../../catalogue/passes/weekly-cover";
import type { NewBooking } from "../schemas";
import type { NewPayer } from "../payers";
import { listTickets, storeShares } from "../tickets";
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Services } from "../../../core/services";

/** The value of the form's choice to pay by card although a pass could pay. */
const byCard = "card";

type Choice = { value: string; label: string };

/** What a form offers where a pass can pay: how to pay, and what is chosen. */
export type PassChoice = { options: Choice[]; chosen: string };

type WantedTickets = Use & {
  session: SessionPricing["session"];
  paying: string | undefined;
  chosen: ChosenPrice;
  code: CheckedCode;
  /** The price of all tickets. */
  price: ShownPrice;
};

/** `isEnough`: one of them can pay for all tickets. `priced`: what is shown if one is chosen. */
type ChosenPass = { choice: PassChoice; priced: ReturnType<typeof showPart> | null; isEnough: boolean };

/**
 * Returns the ways to pay for a booking and what the chosen one costs; null where no pass can pay for any ticket. The pass
 * that ends first is chosen, or the one of the purchase that `paying` names.
 */
export async function choosePass(ctx: Context, db: Queryable, wanted: WantedTickets): Promise<ChosenPass | null> {
  const { quantity, paying, price, chosen } = wanted;
  if (quote(chosen, null).total.amountMinor === 0) return null;
  const usable = await listUsable(db, ctx, { ...wanted, holder: ctx });
  if (usable.length === 0) return null;
  const timeZone = ctx.settings.siteTimeZone;
  const parts = usable.map((part) => ({ ...part, rest: restOf(part, wanted) }));
  const options = parts.map(({ pass, left, credits, creditCost, rest, weekLeft }) => {
    if (isCover(pass)) return coverOption(pass, weekLeft ?? null, rest);
    const what = [
      creditCost > 1 && `${printCredits(credits)} of`,
      usable.length === 1 && !pass.membershipId ? "your pass" : `“${pass.title}”`,
    ];
    const label = `Use ${what.filter(Boolean).join(" ")}: ${describeBalance(pass, { left, timeZone })}`;
    return {
      value: pass.id,
      label: rest ? `${label}; ${ticketsOf(rest.tickets)} by card, ${rest.price.total}` : label,
    };
  });
  const all = [...options, { value: byCard, label: `Pay ${price.total} instead` }];
  const named = parts.find(({ pass }) => paying !== undefined && [pass.id, pass.purchaseId].includes(paying));
  const part = named ?? (paying === byCard ? undefined : parts[0]);
  return {
    choice: { options: all, chosen: part?.pass.id ?? byCard },
    priced: part ? showPart(part) : null,
    isEnough: usable.some(({ tickets }) => tickets === quantity),
  };
}

function coverOption(pass: Pass, weekLeft: number | null, rest: Rest | null): Choice {
  const week = weekLeft === null ? "" : `: ${weekLeft} of ${pass.weeklyLimit} left in that week`;
  const label = `Covered by your membership${week}`;
  return {
    value: pass.id,
    label: rest ? `${label}; ${ticketsOf(rest.tickets)} by card, ${rest.price.total}` : label,
  };
}

const ticketsOf = (count: number): string => (count === 1 ? "1 ticket" : `${count} tickets`);

type Rest = { tickets: number; price: ShownPrice };

/** Returns what is left to pay by card; null if a pass pays for all tickets. */
function restOf({ tickets: byPass }: PassPart, { quantity, chosen, code }: WantedTickets): Rest | null {
  const tickets = quantity - byPass;
  return tickets === 0 ? null : { tickets, price: showPrice(chosen, code, tickets) };
}

const coveredText = "Covered by your membership";

/** Returns what a form shows in place of a price. `byPass` is the line of the tickets that the pass pays, beside money. */
function showPart({ pass, tickets, credits, creditCost, rest }: PassPart & { rest: Rest | null }) {
  const isCovered = isCover(pass);
  const amount = isCovered ? coveredText : printCredits(credits);
  if (!rest) {
    return {
      hasDiscounts: false,
      discount: null,
      memberDiscount: null,
      codeRefusal: null,
      isFree: false,
      tooLittle: null,
      byPass: null,
      lines: null,
      listPrice: amount,
      total: amount,
      ticketPrice: isCovered ? amount : printCredits(creditCost),
      charged: tickets,
      isCovered,
      quote: passQuoteKey(pass.id, credits),
    };
  }
  const { price } = rest;
  return {
    ...price,
    isFree: false,
    byPass: {
      name: `${ticketsOf(tickets)} with your ${pass.membershipId ? "membership" : "pass"}`,
      amount: isCovered ? "Covered" : amount,
    },
    charged: rest.tickets,
    isCovered,
    total: price.isFree ? amount : isCovered ? price.total : `${amount} and ${price.total}`,
    quote: `${passQuoteKey(pass.id, credits)}:${price.quote}`,
  };
}

/** Returns the id of the pass that a form has chosen, if it has. */
export const chosenPass = ({ paying }: Pick<NewBooking, "paying">): string | null =>
  paying !== undefined && isUuid(paying) ? paying : null;

type AgreedUse = Use & { input: NewBooking; chosen: ChosenPrice; terms: DiscountTerms | null };

/** What a pass pays of a booking that is made, what is stored of its price, and the tickets that are paid with money. */
type AgreedWithPass = { part: PassPart } & Omit<AgreedQuote, "price"> & { price: ReturnType<typeof priceOf> };

/** Locks the pass that is to pay for a booking, or for some of its tickets. Throws price_changed unless it can and was shown; sold_out. */
export async function lockChosenPass(tx: Transaction, ctx: Context, use: AgreedUse): Promise<AgreedWithPass | null> {
  const passId = chosenPass(use.input);
  if (passId === null) return null;
  const held = await lockUsablePass(tx, ctx, { ...use, passId, holder: ctx });
  if (!held) throw new DomainError("price_changed", unusable);
  if (keyOf(held, use) !== use.input.quote) throw new DomainError("price_changed", differsFrom(held, use));
  const rest = use.quantity - held.tickets;
  const tickets = rest === 0 ? [] : quote(use.chosen, use.terms, rest).tickets;
  requireRatePlaces(use.chosen.pricing, tickets ?? [], "places");
  return { part: held, price: priceOf(held, use), tickets };
}

/** Returns the key of what is agreed if a locked pass pays for as many tickets as it can. */
function keyOf({ pass, tickets, credits }: PassPart, { quantity, chosen, terms }: AgreedUse): string {
  const rest = quantity - tickets;
  return passQuoteKey(pass.id, credits, rest === 0 ? null : quote(chosen, terms, rest));
}

const unusable = "Your pass can’t pay for this any more. Please check what is shown now and confirm.";

function differsFrom(held: { pass: Pass; left: number } & PassPart, use: AgreedUse): string {
  const { quote: shown } = use.input;
  if (!shown.startsWith(`pass:${held.pass.id}:`)) {
    return "You have chosen your pass. Please check what is shown now and confirm.";
  }
  if (keyOf(held, { ...use, terms: null }) === shown) {
    return "Your discount code has been applied. Please check the new price and confirm.";
  }
  const isOfOtherQuantity = Array.from({ length: maxTickets }, (_, index) => ({ ...use, quantity: index + 1 })).some(
    (other) => keyOf(partOf(held, other), other) === shown,
  );
  return isOfOtherQuantity
    ? "The number of tickets has changed. Please check the new total and confirm."
    : "What your pass pays for has changed. Please check what is shown now and confirm.";
}

/** Returns what is stored of the price: the list price of all tickets, and the money for those that no credit pays. */
function priceOf({ pass, tickets, credits }: PassPart, { quantity, chosen, terms, input }: AgreedUse) {
  const all = quote(chosen, null);
  const rest = quantity - tickets;
  const restTerms = rest === 0 ? null : terms;
  const money = storedPrice(quote(chosen, restTerms, rest), input, restTerms);
  const payer: NewPayer = { kind: isCover(pass) ? "membership" : "pass", passId: pass.id, share: credits };
  return { ...money, payer, listPriceMinor: all.list.amountMinor };
}

type PaidBooking = {
  booking: Booking;
  /** The tickets that are paid with money and have their shares, where they may differ in price. */
  priced?: AgreedTicket[] | undefined;
};

/** Takes the credits for the first tickets of a new booking, or the dearest ones; the others share its total. */
export async function payFor(
  tx: Transaction,
  ctx: Context,
  { pass, tickets: count, creditCost }: PassPart,
  { booking, priced }: PaidBooking,
): Promise<void> {
  const tickets = await listTickets(tx, booking);
  const withMoney = new Set(priced?.map(({ index }) => index + 1));
  const byPass = priced ? tickets.filter(({ number }) => !withMoney.has(number)) : tickets.slice(0, count);
  const ticketIds = byPass.map(({ id }) => id);
  if (!priced && booking.totalMinor > 0) {
    const shares = splitEvenly(booking.totalMinor, tickets.length - count);
    await storeShares(tx, booking, [...ticketIds.map(() => 0), ...shares]);
  }
  await takeCredits(tx, ctx, pass, { ticketIds, creditCost });
  await mailFewLeft(tx, ctx, pass);
}

type LapsedUse = { passId: string; ticketIds: string[]; session: LiveSession };

/**
 * Takes again the credits that came back when a hold lapsed, for money that arrived late. Returns whether the pass still
 * could pay for all of its tickets; if not, nothing is taken.
 */
export async function takeAgain(
  tx: Transaction,
  services: Services,
  { passId, ticketIds, session }: LapsedUse,
): Promise<boolean> {
  const taken = await tx
    .selectDistinctOn([creditEntries.ticketId])
    .from(creditEntries)
    .where(and(eq(creditEntries.kind, "taken"), inArray(creditEntries.ticketId, ticketIds)))
    .orderBy(creditEntries.ticketId, desc(creditEntries.turn));
  const [first] = taken;
  if (!first) return true;
  const creditCost = -first.amount;
  const quantity = taken.length;
  const use = { session: { ...session, creditCost }, quantity };
  const held = await lockUsablePass(tx, services, { ...use, passId });
  if (held?.tickets !== quantity) return false;
  const again = taken.flatMap(({ ticketId }) => ticketId ?? []);
  await takeCredits(tx, services, held.pass, { ticketIds: again, creditCost });
  return true;
}
