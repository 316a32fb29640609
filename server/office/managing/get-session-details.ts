import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { type LiveSession, liveSessions, sessionWaitlist } from "@db/schema";
import { countPlacesOf } from "../../catalogue/schedule/places";
import { endOf } from "../../catalogue/schedule/session-event";
import { versionOf } from "../../core/forms";
import { printEntered, printPounds } from "../../platform/money/session-price";
import type { Context } from "../../core/context";
import { isOpenEntryOf } from "../../selling/waitlist/entries";
import { splitDescription, splitLines } from "../../catalogue/schedule/session-facts";
import { displayStart, formatDuration } from "../../core/dates";
import { findDeletable, wayToEnd } from "./delete-session";
import { recordingOf } from "./edit-session";
import { findSession } from "../../catalogue/schedule/find-session";
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
  const { startTime: _start, createdAt: _created, cancelledAt, rescheduledAt: _rescheduled, ...columns } = session;
  const { enteredCurrency, priceMinor, highestPriceMinor } = columns;
  const { summary, paragraphs } = splitDescription(columns.description);
  const isConverted = enteredCurrency !== "GBP" && (highestPriceMinor ?? priceMinor) > 0;
  return {
    ...columns,
    description: [summary, ...paragraphs],
    start: displayStart(session, ctx),
    duration: formatDuration(columns.durationMinutes),
    price: printEntered(session),
    currency: enteredCurrency,
    inPounds: isConverted ? printPounds(session) : null,
    isOnline: columns.locationType === "online",
    fullAddress: fullAddressOf(session),
    recordingVersion: versionOf(recordingOf(session)),
    whatToBring: splitLines(columns.whatToBring),
    image: columns.thumbnailUrl,
    isDraft: !columns.isPublished,
    isCancelled: cancelledAt !== null,
  };
}

function fullAddressOf({ location, address, city, postCode }: LiveSession): string | null {
  const line = [address, city, postCode].filter(Boolean).join(", ");
  return location === line ? line : [location, line].filter(Boolean).join(", ") || null;
}
