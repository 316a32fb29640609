import { and, asc, desc, eq } from "drizzle-orm";
import { dayOf, timeThisYear } from "../core/dates";
import { sessionWaitlist } from "@db/schema";
import { countPlacesOf, freePlaces } from "../schedule/places";
import { findSession } from "../schedule/find-session";
import { pageOf } from "../core/pagination";
import { readSiteSettings } from "../core/site-settings";
import type { Context } from "../core/context";
import { type Entry, isOpenEntryOf } from "./entries";
import { shownEmail } from "../core/email-address";
import { outlookOf } from "./offer-end";

const entriesPerPage = 100;

export type EntryInLine = ReturnType<typeof entryView>;

export async function listLine(ctx: Context, asked: { sessionId: string; page: number }) {
  const session = await findSession(ctx.db, asked.sessionId);
  const isOffered = and(eq(sessionWaitlist.sessionId, session.id), eq(sessionWaitlist.status, "offered"));
  const [total, offered, site, places] = await Promise.all([
    ctx.db.$count(sessionWaitlist, isOpenEntryOf(session.id)),
    ctx.db.$count(sessionWaitlist, isOffered),
    readSiteSettings(ctx),
    countPlacesOf(ctx.db, session.id),
  ]);
  const { page, offset } = pageOf(asked.page, total, entriesPerPage);
  const rows = await ctx.db
    .select()
    .from(sessionWaitlist)
    .where(isOpenEntryOf(session.id))
    .orderBy(desc(sessionWaitlist.status), asc(sessionWaitlist.queueNumber))
    .limit(entriesPerPage)
    .offset(offset);
  const outlook = outlookOf(ctx, session, site);
  const free = freePlaces(session, places);
  return {
    title: session.title,
    entries: rows.map((row, index) => ({
      ...entryView(ctx, row, { place: offset + index + 1 - offered, of: total - offered }),
      canOffer: outlook !== "none" && row.status === "waiting" && row.quantity <= (free ?? Infinity),
    })),
    outlook,
    canOffer: outlook !== "none" && free !== 0,
    page,
  };
}

function entryView({ visitor }: Context, entry: Entry, { place, of }: { place: number; of: number }) {
  const isOffered = entry.status === "offered";
  return {
    id: entry.id,
    name: `${entry.firstName} ${entry.lastName}`.trim(),
    email: shownEmail(entry.email),
    quantity: entry.quantity,
    joinedOn: dayOf(entry.createdAt, visitor.timeZone),
    place: isOffered ? null : place,
    offeredUntil: isOffered && entry.offerEndsAt ? timeThisYear(entry.offerEndsAt, visitor.timeZone) : null,
    canMoveUp: !isOffered && place > 1,
    canMoveDown: !isOffered && place < of,
  };
}
