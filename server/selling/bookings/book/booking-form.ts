import { randomUUID } from "node:crypto";
import type { Queryable } from "@db/client";
import { type LiveSession, maxTickets, sessionBookings } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { type Contact, contactOfMember } from "../../../accounts/accounts";
import type { Context } from "../../../core/context";
import { displayStart, formatDuration, placeLabel } from "../../../core/dates";
import type { EncryptionSettings } from "../../../core/encryption";
import { DomainError } from "../../../core/errors";
import { formatAmount } from "../../../core/money";
import { readSiteSettings } from "../../../core/site-settings";
import { getConsentBox } from "../../../platform/mail/confirm-consent";
import { checkTyped, showPrice } from "../../../catalogue/discounts/prices";
import { withMemberTerms } from "../../../catalogue/discounts/member-discount";
import { quoteChoice } from "../../../catalogue/discounts/quote-choice";
import type { TakenRate } from "../../../platform/money/session-price";
import { showChoice } from "../../../platform/money/show-choice";
import { chooseOffer } from "../../../catalogue/passes/offers";
import { readPassHolder } from "../../../catalogue/passes/holder";
import { showGiftCards } from "../../../catalogue/gift-cards/pay-by-card";
import type { TypedCards } from "../../../catalogue/gift-cards/schemas";
import { findOnlyCourse, readCoursesOf } from "../../../catalogue/schedule/courses-of";
import { requireSession } from "../../../catalogue/schedule/find-session";
import { readPricing } from "../../../catalogue/schedule/price-rates";
import { sealHealthNote } from "../health/health-notes";
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
import { choiceIn, healthUnconfirmed, type NewBooking } from "../schemas";

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
  const { quoted, refusal } = quoteChoice(ctx, pricing, choice);
  const code = await checkTyped(ctx, quoted, discountCode);
  const price = showPrice(quoted, code);
  const passes = await choosePass(ctx, ctx.db, { session, quantity, paying, entryId, quoted, code, price });
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
    ticketPrice: formatAmount(quoted(null, 1).list),
    mostTickets: Math.min(maxTickets, Math.max(1, freePlaces(session, places) ?? maxTickets)),
    prices: showChoice(ctx, pricing, choice),
    amountRefusal: refusal,
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

/** Returns what to store. Throws health_unconfirmed. */
export function confirmHealth(
  settings: EncryptionSettings,
  statement: HealthStatement | null,
  { bookingId, healthVersion, healthNote }: Pick<NewBooking, "healthVersion" | "healthNote"> & { bookingId: string },
): { healthVersion: number | null; sealedHealthNote: string | null } {
  if (!statement) return { healthVersion: null, sealedHealthNote: null };
  if (!statement.isConfirmed && healthVersion !== statement.version) {
    throw new DomainError("health_unconfirmed", healthUnconfirmed);
  }
  const sealedHealthNote = healthNote ? sealHealthNote(settings, bookingId, healthNote) : null;
  return { healthVersion: statement.version, sealedHealthNote };
}

export type HealthStatement = {
  text: string;
  version: number;
  isConfirmed: boolean;
};

/** `confirmedVersion`: what a booking that is moved has confirmed before. */
type HealthContext = Pick<Context, "settings" | "settingsMemo"> & {
  user: { id: string } | null;
  confirmedVersion?: number | null;
};

export async function findHealthStatement(
  db: Queryable,
  { settings, settingsMemo, user, confirmedVersion }: HealthContext,
): Promise<HealthStatement | null> {
  const { health } = await readSiteSettings({ db, settings, settingsMemo });
  if (!health.text.trim()) return null;
  const isKnown = confirmedVersion === health.version;
  return { ...health, isConfirmed: isKnown || (user !== null && (await hasConfirmed(db, user.id, health.version))) };
}

async function hasConfirmed(db: Queryable, userId: string, version: number): Promise<boolean> {
  const [found] = await db
    .select({ id: sessionBookings.id })
    .from(sessionBookings)
    .where(and(eq(sessionBookings.userId, userId), eq(sessionBookings.healthVersion, version)))
    .limit(1);
  return found !== undefined;
}
