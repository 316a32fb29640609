import type { Queryable, Transaction } from "@db/client";
import { sessionWaitlist } from "@db/schema";
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
import { type Entry, isOpenEntryIn, listWaiting, lockEntry, openStatuses, placeInLine } from "./entries";
import { countLine, freeInLine, type Line, type LineRef, readLine, refOfLine, whereInLine } from "./lines";
import { endOfOffer, outlookOf } from "./offer-end";
import { endEntry, offerTo } from "./offers";

const entriesPerPage = 100;

export type EntryInLine = ReturnType<typeof entryView>;

/** Lists those who wait for a session or a course. Throws not_found. */
export async function listLine(ctx: Context, query: LineRef & { page: number }) {
  const line = await readLine(ctx.db, ctx, query);
  const { session } = line;
  const isOffered = and(whereInLine(query), eq(sessionWaitlist.status, "offered"));
  const [total, offered, site, places] = await Promise.all([
    ctx.db.$count(sessionWaitlist, isOpenEntryIn(query)),
    ctx.db.$count(sessionWaitlist, isOffered),
    readSiteSettings(ctx),
    countLine(ctx.db, line),
  ]);
  const { page, offset } = pageOf(query.page, total, entriesPerPage);
  const rows = await ctx.db
    .select()
    .from(sessionWaitlist)
    .where(isOpenEntryIn(query))
    .orderBy(desc(sessionWaitlist.status), asc(sessionWaitlist.queueNumber))
    .limit(entriesPerPage)
    .offset(offset);
  const outlook = outlookOf(ctx, session, site);
  const free = freeInLine(line, places);
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

/** Throws not_found. */
export async function getEntry(ctx: Context, { id }: { id: string }) {
  const entry = await requireInLine(ctx.db, id);
  const { session } = await readLine(ctx.db, ctx, entry);
  return {
    ...targetOf(entry),
    title: session.title,
    name: `${entry.firstName} ${entry.lastName}`.trim(),
    email: shownEmail(entry.email),
    isOffered: entry.status === "offered",
  };
}

/** The id of the session or course whose waitlist it is. */
const targetOf = ({ sessionId, courseId }: Entry) => ({ targetId: courseId ?? sessionId });

type PlaceInLine = { id: string; place: number };

/** Moves an entry to a place in line; a place past the end means the last one. */
export async function moveInLine(ctx: MemberContext, { id, place }: PlaceInLine): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { line, entry } = await lockInLine(tx, ctx, id);
    if (entry.status !== "waiting") return;
    const waiting = await listWaiting(tx, refOfLine(line));
    const from = waiting.findIndex((other) => other.id === id);
    const to = Math.min(place, waiting.length) - 1;
    if (from === to) return;
    const moved = waiting.toSpliced(from, 1).toSpliced(to, 0, entry);
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
  await inTransaction(ctx, async (tx) => {
    const { line, entry } = await lockInLine(tx, ctx, id);
    await endEntry(tx, ctx, { entry, line }, "removed");
    await audit(tx, ctx, "waitlist_entry.removed", id, refOfLine(line));
  });
}

/** Throws not_found, closed (offered already, no free place, or too late). */
export async function previewOffer(ctx: Context, { id }: { id: string }) {
  const entry = await requireInLine(ctx.db, id);
  if (entry.status === "offered") throw new DomainError("closed", "They already have an offer.");
  const line = await readLine(ctx.db, ctx, entry);
  const [offerEndsAt, place] = await Promise.all([
    requireOffer(ctx.db, ctx, { line, entry }),
    placeInLine(ctx.db, entry),
  ]);
  return {
    ...targetOf(entry),
    title: line.session.title,
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
    const { line, entry } = await lockInLine(tx, ctx, id);
    if (entry.status === "offered") return;
    const offerEndsAt = await requireOffer(tx, ctx, { line, entry });
    await offerTo(tx, ctx, { waiting: entry, line, offerEndsAt });
    await audit(tx, ctx, "waitlist_entry.offered", id, refOfLine(line));
  });
}

async function requireInLine(db: Queryable, id: string): Promise<Entry> {
  const [entry] = await db.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, id));
  if (!entry || !isInLine(entry)) throw new DomainError("not_found", "This entry is no longer on the waitlist.");
  return entry;
}

async function lockInLine(tx: Transaction, ctx: Context, id: string) {
  const locked = await lockEntry(tx, ctx, await requireInLine(tx, id));
  if (!isInLine(locked.entry)) throw new DomainError("not_found", "This entry is no longer on the waitlist.");
  return locked;
}

const isInLine = ({ status }: Entry) => openStatuses.some((open) => open === status);

const tooFewFree = (free: number | null, { quantity }: Entry) =>
  new DomainError(
    "closed",
    free ? `Only ${free} of the ${quantity} places are free right now.` : "No place is free right now.",
  );

/** Returns when an offer made now would end. Throws closed. Reliable only under the line's lock. */
async function requireOffer(
  db: Queryable,
  { clock, settings }: Pick<Services, "clock" | "settings">,
  { line, entry }: { line: Line; entry: Entry },
): Promise<Date> {
  const { session, courseId } = line;
  const free = freeInLine(line, await countLine(db, line));
  if (free !== null && free < entry.quantity) throw tooFewFree(free, entry);
  const { offerHours } = await readSiteSettings({ db, settings });
  const offerEndsAt = endOfOffer({ clock, settings }, session, offerHours);
  if (!offerEndsAt)
    throw new DomainError("closed", `It is too late to offer a place in this ${courseId ? "course" : "session"}.`);
  return offerEndsAt;
}
