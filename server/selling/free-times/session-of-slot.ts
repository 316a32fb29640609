import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type LiveSession, liveSessions, type OneToOneOffer } from "@db/schema";
import type { Context } from "../../core/context";
import { unknownPlace } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { type NewRate, writeRates } from "../../platform/money/price-rows";
import type { TakenRate } from "../../platform/money/session-price";
import { lockInstructor } from "../../catalogue/schedule/instructor-time";
import { periodOf, slotsBeside } from "./find-slots";
import { type OfferWithRules, requireOffer } from "./offers";
import type { TimeSpan } from "./slots";

/** Returns the session that a booking of a time makes. */
export function sessionOfSlot(offer: OneToOneOffer, { start, now }: { start: Date; now: Date }): LiveSession {
  const { title, description, category, durationMinutes, locationType, address, city, postCode } = offer;
  const { pricing, priceMinor, enteredPriceMinor, enteredCurrency, highestPriceMinor, enteredHighestMinor } = offer;
  const { creditCost, thumbnailUrl } = offer;
  const isOnline = locationType === "online";
  return {
    title,
    description,
    category,
    durationMinutes,
    locationType,
    address,
    city,
    postCode,
    pricing,
    priceMinor,
    enteredPriceMinor,
    enteredCurrency,
    highestPriceMinor,
    enteredHighestMinor,
    creditCost,
    thumbnailUrl,
    bufferBeforeMinutes: offer.bufferBeforeMinutes,
    bufferAfterMinutes: offer.bufferAfterMinutes,
    id: randomUUID(),
    offerId: offer.id,
    startTime: start,
    location: isOnline ? "online" : [address, city, postCode].filter(Boolean).join(", ") || unknownPlace,
    zoomLink: isOnline ? offer.zoomLink : null,
    recordingUrl: null,
    isRecordingPublic: false,
    whatToBring: null,
    maxAttendees: 1,
    isFeatured: false,
    isPublished: true,
    cancelledAt: null,
    rescheduledAt: null,
    slotFreedAt: null,
    blocked: null,
    calendarSequence: 0,
    seriesId: null,
    version: 1,
    createdAt: now,
  };
}

/** `calendar`: when the instructor is busy by her own calendar, asked before the transaction. */
type SlotWish = { offerId: string; start: Date; calendar: TimeSpan[] };

/** Locks the instructor's time and returns the offer as it is now, if a time of it is free. Throws not_found, sold_out. */
export async function requireFreeSlot(
  tx: Transaction,
  ctx: Pick<Context, "clock" | "settings">,
  { offerId, start, calendar }: SlotWish,
): Promise<OfferWithRules> {
  await lockInstructor(tx);
  const found = await requireOffer(tx, offerId);
  const slots = await slotsBeside(tx, ctx, found, { between: periodOf(start), calendar });
  if (![...slots].some((slot) => slot.getTime() === start.getTime())) throw slotTaken();
  return found;
}

/** What every form of a free time orders: it is for one booking, so none of the buyer's others is asked about. */
export const onePlace = { quantity: 1, another: true };

export const slotTaken = (cause?: unknown): DomainError =>
  new DomainError("sold_out", "This time is no longer free. Please choose another.", { cause, ending: "full" });

/** Adds the session of a time with its rates; it holds the time from now on. */
export async function insertSession(
  tx: Transaction,
  { blocked: _, ...values }: LiveSession,
  rates: TakenRate[],
): Promise<LiveSession> {
  const session = one(await tx.insert(liveSessions).values(values).returning(), "session");
  if (rates.length > 0) await writeRates(tx, { sessionId: session.id }, rates.map(withoutOwner));
  return session;
}

const withoutOwner = ({ kind, number, name, priceMinor, enteredPriceMinor, places, lastDay }: TakenRate): NewRate => ({
  kind,
  number,
  name,
  priceMinor,
  enteredPriceMinor,
  places,
  lastDay,
});

/** Returns the same UUID for the same words: a form that is posted twice makes one session. */
export function uuidOf(...words: string[]): string {
  const hex = createHash("sha256").update(words.join(" ")).digest("hex");
  // Version 8, whose bits are free for the application: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
