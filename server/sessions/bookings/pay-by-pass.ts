import type { Queryable, Transaction } from "@db/client";
import { type Booking, type LiveSession, maxTickets, type Pass } from "@db/schema";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { isUuid } from "../../core/input-schemas";
import { passQuoteKey, type Quote } from "../../selling/money/quote";
import { describeBalance } from "../../selling/passes/describe-pass";
import { mailFewLeft } from "../../selling/passes/mail-passes";
import { listUsable, lockUsablePass, takeCredits } from "../../selling/passes/use-pass";
import type { NewBooking } from "./schemas";
import { listTickets } from "./tickets";

/** The value of the form's choice to pay by card although a pass could pay. */
const byCard = "card";

type Choice = { value: string; label: string };

/** What a form offers to the holder of passes: how to pay, and what is chosen. */
export type PassChoice = { options: Choice[]; chosen: string };

type WantedTickets = { session: LiveSession; quantity: number; paying: string | undefined; quote: Quote };

/** Returns the ways to pay for all tickets of a booking; null where no pass can. The pass that ends first is chosen. */
export async function choosePass(
  ctx: Context,
  db: Queryable,
  wanted: WantedTickets,
  price: string,
): Promise<PassChoice | null> {
  if (wanted.quote.total.amountMinor === 0) return null;
  const usable = await listUsable(db, ctx, { ...wanted, holder: ctx });
  if (usable.length === 0) return null;
  const timeZone = ctx.settings.siteTimeZone;
  const whose = usable.length === 1 ? "your pass" : "“TITLE”";
  const options = usable.map(({ pass, left }) => ({
    value: pass.id,
    label: `Use ${whose.replace("TITLE", () => pass.title)}: ${describeBalance(pass, { left, timeZone })}`,
  }));
  const { paying } = wanted;
  const isChoice = paying === byCard || options.some(({ value }) => value === paying);
  const chosen = isChoice && paying ? paying : (options[0]?.value ?? byCard);
  return { options: [...options, { value: byCard, label: `Pay ${price} instead` }], chosen };
}

/** Returns what a form shows in place of a price where a pass pays. */
export function printCredits(passId: string, quantity: number) {
  const credits = quantity === 1 ? "1 credit" : `${quantity} credits`;
  return {
    ...{ hasDiscounts: false, discount: null, codeRefusal: null, isFree: false, tooLittle: null },
    ...{ listPrice: credits, total: credits, ticketPrice: "1 credit", quote: passQuoteKey(passId, quantity) },
  };
}

/** Returns the id of the pass that a form has chosen, if it has. */
export const chosenPass = ({ paying }: Pick<NewBooking, "paying">): string | null =>
  paying !== undefined && isUuid(paying) ? paying : null;

/** Locks the pass that is to pay for a booking. Throws price_changed unless it can and was shown. */
export async function lockChosenPass(
  tx: Transaction,
  ctx: Context,
  session: LiveSession,
  input: NewBooking,
): Promise<Pass | null> {
  const passId = chosenPass(input);
  if (passId === null) return null;
  const { quantity } = input;
  if (input.quote !== passQuoteKey(passId, quantity))
    throw new DomainError("price_changed", differsFrom(passId, input));
  const pass = await lockUsablePass(tx, ctx, { passId, holder: ctx, session, quantity });
  if (!pass) throw new DomainError("price_changed", unusable);
  return pass;
}

const unusable = "Your pass can’t pay for this any more. Please check what is shown now and confirm.";

function differsFrom(passId: string, { quote }: NewBooking): string {
  const isOfOtherQuantity = Array.from({ length: maxTickets }, (_, index) => passQuoteKey(passId, index + 1)).includes(
    quote,
  );
  return isOfOtherQuantity
    ? "The number of tickets has changed. Please check the new total and confirm."
    : "You have chosen your pass. Please check what is shown now and confirm.";
}

/** Returns what a booking stores that a pass has paid for: the list price was agreed, and nothing is charged. */
export const pricePaidBy = ({ id: passId }: Pass, { list, rate }: Quote) => ({
  ...{ passId, listPriceMinor: list.amountMinor, discountMinor: 0, totalMinor: 0, currency: list.currency },
  ...{ exchangeRate: rate, appliedDiscountCode: null, discountTerms: null },
});

/** Takes a credit for each ticket of a new booking. */
export async function payFor(tx: Transaction, ctx: Context, pass: Pass, booking: Booking): Promise<void> {
  const tickets = await listTickets(tx, booking);
  await takeCredits(
    tx,
    ctx,
    pass,
    tickets.map(({ id }) => id),
  );
  await mailFewLeft(tx, ctx, pass, tickets.length);
}
