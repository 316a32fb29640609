import type { Queryable, Transaction } from "@db/client";
import { type LiveSession, sessionWaitlist } from "@db/schema";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { audit } from "../../core/record-audit";
import type { Context, MemberContext } from "../../core/context";
import { dayOf, timeThisYear } from "../../core/dates";
import { shownEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { pageOf } from "../../core/pagination";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { findSession } from "../schedule/find-session";
import { countPlacesOf, fits, freePlaces } from "../schedule/places";
import { type Entry, isOpenEntryOf, listWaiting, lockEntry, moveEntry, openStatuses, placeInLine } from "./entries";
import { endOfOffer, outlookOf } from "./offer-end";
import { offerPlaces, offerTo } from "./offers";

const entriesPerPage = 100;

export type EntryInLine = ReturnType<typeof entryView>;

export async function listLine(ctx: Context, query: { sessionId: string; page: number }) {
  const session = await findSession(ctx.db, query.sessionId);
  const isOffered = and(eq(sessionWaitlist.sessionId, session.id), eq(sessionWaitlist.status, "offered"));
  const [total, offered, site, places] = await Promise.all([
    ctx.db.$count(sessionWaitlist, isOpenEntryOf(session.id)),
    ctx.db.$count(sessionWaitlist, isOffered),
    readSiteSettings(ctx),
    countPlacesOf(ctx.db, session.id),
  ]);
  const { page, offset } = pageOf(query.page, total, entriesPerPage);
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
    /** The number of entries to move among. */
    places: isOffered ? 0 : of,
  };
}

export async function getEntry({ db }: Context, { id }: { id: string }) {
  const entry = await requireInLine(db, id);
  const session = await findSession(db, entry.sessionId);
  return {
    sessionId: session.id,
    title: session.title,
    name: `${entry.firstName} ${entry.lastName}`.trim(),
    email: shownEmail(entry.email),
    isOffered: entry.status === "offered",
  };
}

type Move = { id: string; place: number };

/** Moves an entry to a place in line; a place past the end means the last one. */
export async function moveInLine(ctx: MemberContext, { id, place }: Move): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { session, entry } = await lockInLine(tx, id);
    if (entry.status !== "waiting") return;
    const line = await listWaiting(tx, session.id);
    const from = line.findIndex((waiting) => waiting.id === id);
    const to = Math.min(place, line.length) - 1;
    if (from === to) return;
    const moved = line.toSpliced(from, 1).toSpliced(to, 0, entry);
    await renumber(tx, moved.slice(Math.min(from, to)));
    await audit(tx, ctx, "waitlist_entry.moved", id, { from, to });
  });
}

/** Queue numbers come from a database sequence, so all entries from the first moved one get new numbers. */
async function renumber(tx: Transaction, entries: Entry[]): Promise<void> {
  for (const { id } of entries) {
    await tx.execute(sql`update ${sessionWaitlist} set queue_number = default where id = ${id}`);
  }
}

export async function removeEntry(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    const { session, entry } = await lockInLine(tx, id);
    await moveEntry(tx, entry, "removed", { endedAt: now });
    await offerPlaces(tx, ctx, session);
    await audit(tx, ctx, "waitlist_entry.removed", id, { sessionId: session.id });
  });
}

/** Throws not_found, closed (offered already, no free place, or too late). */
export async function previewOffer(ctx: Context, { id }: { id: string }) {
  const entry = await requireInLine(ctx.db, id);
  if (entry.status === "offered") throw new DomainError("closed", "They already have an offer.");
  const session = await findSession(ctx.db, entry.sessionId);
  const [offerEndsAt, place] = await Promise.all([
    requireOffer(ctx.db, ctx, { session, entry }),
    placeInLine(ctx.db, entry),
  ]);
  return {
    sessionId: session.id,
    title: session.title,
    name: `${entry.firstName} ${entry.lastName}`.trim(),
    email: shownEmail(entry.email),
    quantity: entry.quantity,
    countBefore: place - 1,
    offeredUntil: timeThisYear(offerEndsAt, ctx.visitor.timeZone),
  };
}

/** Offers a place out of turn, by the admin's decision. Throws not_found, closed (no free place, or too late). */
export async function offerPlace(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { session, entry } = await lockInLine(tx, id);
    if (entry.status === "offered") return;
    const offerEndsAt = await requireOffer(tx, ctx, { session, entry });
    await offerTo(tx, ctx, { waiting: entry, session, offerEndsAt });
    await audit(tx, ctx, "waitlist_entry.offered", id, { sessionId: session.id });
  });
}

async function requireInLine(db: Queryable, id: string): Promise<Entry> {
  const [entry] = await db.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, id));
  if (!entry || !isInLine(entry)) throw new DomainError("not_found", "This entry is no longer on the waitlist.");
  return entry;
}

async function lockInLine(tx: Transaction, id: string) {
  const locked = await lockEntry(tx, await requireInLine(tx, id));
  if (!isInLine(locked.entry)) throw new DomainError("not_found", "This entry is no longer on the waitlist.");
  return locked;
}

const isInLine = ({ status }: Entry) => openStatuses.some((open) => open === status);

const tooFewFree = (free: number | null, { quantity }: Entry) =>
  new DomainError(
    "closed",
    free ? `Only ${free} of the ${quantity} places are free right now.` : "No place is free right now.",
  );

/** Returns when an offer made now would end. Throws closed. Reliable only under the session's lock. */
async function requireOffer(
  db: Queryable,
  { clock, settings }: Pick<Services, "clock" | "settings">,
  { session, entry }: { session: LiveSession; entry: Entry },
): Promise<Date> {
  const places = await countPlacesOf(db, session.id);
  if (!fits(session, places, entry.quantity)) throw tooFewFree(freePlaces(session, places), entry);
  const { offerHours } = await readSiteSettings({ db, settings });
  const offerEndsAt = endOfOffer({ clock, settings }, session, offerHours);
  if (!offerEndsAt) throw new DomainError("closed", "It is too late to offer a place in this session.");
  return offerEndsAt;
}
