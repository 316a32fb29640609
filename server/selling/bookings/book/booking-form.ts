import { randomUUID } from "node:crypto";
import { type LiveSession, maxTickets } from "@db/schema";
import { type Contact, contactOfMember } from "../../../accounts/accounts";
import type { Context } from "../../../core/context";
import { displayStart, formatDuration, placeLabel } from "../../../core/dates";
import { formatAmount } from "../../../core/money";
import { readSiteSettings } from "../../../core/site-settings";
import { getConsentBox } from "../../../platform/mail/confirm-consent";
import { checkTyped, showPrice } from "../../../catalogue/discounts/show-price";
import { withMemberTerms } from "../../../catalogue/discounts/member-discount";
import { choosePrice, quote, refusalOfAmount } from "../../../catalogue/discounts/chosen-price";
import type { TakenRate } from "../../../platform/money/session-price";
import { showChoice } from "../../../platform/money/show-choice";
import { chooseOffer } from "../../../catalogue/passes/offers";
import { readPassHolder } from "../../../catalogue/passes/holder";
import { showGiftCards } from "../../../catalogue/gift-cards/pay-by-card";
import type { TypedCards } from "../../../catalogue/gift-cards/schemas";
import { findOnlyCourse, readCoursesOf } from "../../../catalogue/schedule/courses-of";
import { requireSession } from "../../../catalogue/schedule/find-session";
import { readPricing } from "../../../catalogue/schedule/price-rates";
import {
  availabilityOf,
  countOwnHolds,
  countPlacesOf,
  fewPlacesLeft,
  freePlaces,
  isJoinable,
  type Places,
} from "../../../catalogue/schedule/places";
import { cancellationTerms } from "../cancellation";
import { recallFull } from "./full-sessions";
import { choosePass, chosenPass, type PassChoice } from "../pay/pay-by-pass";
import { findHealthStatement } from "../../order/health-statement";
import { choiceIn } from "../schemas";

export type BookingForm = Awaited<ReturnType<typeof getBookingForm>>;

type BookingFormQuery = Parameters<typeof choiceIn>[0] & {
  sessionId: string;
  discountCode?: string | undefined;
  paying?: string | undefined;
  /** The entry of the waitlist whose offer the form answers. */
  entryId?: string | undefined;
} & TypedCards;

/** Returns today's price and a new form key; a refused code is part of the result. Throws not_found. */
export async function getBookingForm(ctx: Context, query: BookingFormQuery) {
  const { sessionId } = query;
  const full = await recallFull(ctx, sessionId);
  const session = full?.session ?? (await requireSession(ctx.db, sessionId));
  const [places, ownHolds] = await Promise.all([
    full?.places ?? countPlacesOf(ctx.db, sessionId),
    countOwnHolds(ctx, [sessionId]),
  ]);
  const onlyCourse = findOnlyCourse(await readCoursesOf(ctx.db, sessionId));
  return showBookingForm(ctx, { session, places, ownHolds: ownHolds.get(sessionId) ?? 0, onlyCourse }, query);
}

/** A session with what is known of its places. */
type ShownSession = {
  session: LiveSession;
  places: Places;
  ownHolds: number;
  onlyCourse: ReturnType<typeof findOnlyCourse>;
  /** The rates of a session that is not stored yet. */
  priceRates?: TakenRate[];
};

/** Returns the form of a session, which need not be stored yet. */
export async function showBookingForm(
  ctx: Context,
  { session, places, ownHolds, onlyCourse, priceRates }: ShownSession,
  query: Omit<BookingFormQuery, "sessionId">,
) {
  const { discountCode, quantity, paying, entryId } = query;
  const health = await findHealthStatement(ctx.db, ctx);
  const site = await readSiteSettings(ctx);
  const now = ctx.clock.now();
  const availability = availabilityOf(session, places, now, ownHolds);
  const costs = priceRates ? { session, priceRates } : await readPricing(ctx.db, session);
  const pricing = await withMemberTerms(ctx.db, ctx, costs);
  const choice = choiceIn(query);
  const chosen = choosePrice(ctx, pricing, choice);
  const code = await checkTyped(ctx, chosen, discountCode);
  const price = showPrice(chosen, code);
  const passes = await choosePass(ctx, ctx.db, { session, quantity, paying, entryId, chosen, code, price });
  const passOffer = passes?.isEnough ? null : await chooseOffer(ctx, pricing, quantity);
  const shown = {
    ...price,
    byPass: null,
    charged: quantity,
    isCovered: false,
    ...passes?.priced,
  };
  const isAllByPass = passes?.priced?.byPass === null;
  const { gifts, key } = isAllByPass ? { gifts: null, key: "" } : await showGiftCards(ctx, shown.toPay, query);
  return {
    session: {
      id: session.id,
      title: session.title,
      isOnline: session.locationType === "online",
      duration: formatDuration(session.durationMinutes),
      place: placeLabel(session),
    },
    startsAt: displayStart(session, ctx),
    availability,
    /** The course with which alone it can be booked. */
    onlyCourse,
    hasWaitlist: isJoinable(site, availability),
    // Not the visitor's own holds: these are free beside them.
    placesLeft: fewPlacesLeft(session, places, now),
    terms: cancellationTerms(ctx, { session, quantity, site, now }),
    quantity,
    ticketPrice: formatAmount(quote(chosen, null, 1).list),
    mostTickets: Math.min(maxTickets, Math.max(1, freePlaces(session, places) ?? maxTickets)),
    prices: showChoice(ctx, pricing, choice),
    amountRefusal: refusalOfAmount(chosen),
    ...shown,
    quote: shown.quote + key,
    gifts,
    passes: passes && passes.choice,
    /** A pass on sale with which the places cost less. */
    passOffer,
    contact: await contactFor(ctx, passes?.choice ?? null),
    health: health && !health.isConfirmed ? { text: health.text, version: health.version } : null,
    announcements: await getConsentBox(ctx),
    formKey: randomUUID(),
  };
}

/** Returns what the form is filled with: the member, or for a guest who pays with a pass its holder. */
async function contactFor({ db, user }: Context, passes: PassChoice | null): Promise<Contact | null> {
  const passId = passes && chosenPass({ paying: passes.chosen });
  const known = user ?? (passId ? await readPassHolder(db, passId) : null);
  return known && contactOfMember(known);
}

/** Returns what a booking made now may expect of cancelling; null where nothing can be booked. Throws not_found. */
export async function getTerms(ctx: Context, { sessionId }: { sessionId: string }): Promise<string | null> {
  const session = await requireSession(ctx.db, sessionId);
  const site = await readSiteSettings(ctx);
  return cancellationTerms(ctx, { session, site, now: ctx.clock.now(), quantity: 1 });
}
