import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { type LiveSession, liveSessions, sessionWaitlist } from "@db/schema";
import { countPlacesOf } from "../schedule/places";
import { endOf } from "../schedule/session-event";
import { versionOf } from "../../core/forms";
import { formatAmount, formatPrice } from "../../core/money";
import type { Context } from "../../core/context";
import { isOpenEntryOf } from "../waitlist/entries";
import { splitDescription, splitLines } from "../schedule/session-facts";
import { displayStart, formatDuration } from "../../core/dates";
import { findDeletable, wayToEnd } from "./delete-session";
import { recordingOf } from "./edit-session";
import { findSession } from "../schedule/find-session";
import { readSessionMoney, settledRefunds } from "./read-session-money";

export type AdminSessionDetails = Awaited<ReturnType<typeof getSessionDetails>>;

export async function getSessionDetails(ctx: Context, { id }: { id: string }) {
  const session = await findSession(ctx.db, id);
  const [places, waiting, inSeries, money] = await Promise.all([
    countPlacesOf(ctx.db, id),
    ctx.db.$count(sessionWaitlist, isOpenEntryOf(id)),
    session.seriesId ? ctx.db.$count(liveSessions, eq(liveSessions.seriesId, session.seriesId)) : 0,
    readSessionMoney(ctx.db, id),
  ]);
  const deletable = await findDeletable(ctx.db, [id], new Map([[id, waiting]]));
  const now = ctx.clock.now();
  return {
    ...basics(ctx, session),
    counts: { ...places, waiting, inSeries },
    money: settledRefunds(money),
    hasBegun: session.startTime <= now,
    hasEnded: endOf(session) <= now,
    ending: wayToEnd(session, deletable.has(id), now),
    lacksLink: session.locationType === "online" && !session.zoomLink && !session.cancelledAt && endOf(session) > now,
    formKey: randomUUID(),
  };
}

function basics(ctx: Context, session: LiveSession) {
  const { enteredPriceMinor, enteredCurrency, priceMinor } = session;
  const { summary, paragraphs } = splitDescription(session.description);
  const isConverted = enteredCurrency !== "GBP" && priceMinor > 0;
  return {
    id: session.id,
    title: session.title,
    category: session.category,
    description: [summary, ...paragraphs],
    start: displayStart(session, ctx),
    durationMinutes: session.durationMinutes,
    duration: formatDuration(session.durationMinutes),
    maxAttendees: session.maxAttendees,
    price: formatPrice({ amountMinor: enteredPriceMinor, currency: enteredCurrency }),
    currency: enteredCurrency,
    inPounds: isConverted ? formatAmount({ amountMinor: priceMinor, currency: "GBP" }) : null,
    isOnline: session.locationType === "online",
    zoomLink: session.zoomLink,
    fullAddress: fullAddressOf(session),
    address: session.address,
    city: session.city,
    postCode: session.postCode,
    recordingUrl: session.recordingUrl,
    isRecordingPublic: session.isRecordingPublic,
    recordingVersion: versionOf(recordingOf(session)),
    whatToBring: splitLines(session.whatToBring),
    image: session.thumbnailUrl,
    isDraft: !session.isPublished,
    isFeatured: session.isFeatured,
    isCancelled: session.cancelledAt !== null,
  };
}

function fullAddressOf({ location, address, city, postCode }: LiveSession): string | null {
  const line = [address, city, postCode].filter(Boolean).join(", ");
  return location === line ? line : [location, line].filter(Boolean).join(", ") || null;
}
