import { inTransaction } from "../core/transaction";
import type { Queryable, Transaction } from "@db/client";
import { type LiveSession, sessionWaitlist } from "@db/schema";
import { eq, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import { audit } from "../audit/record-audit";
import type { Context, MemberContext } from "../core/context";
import { shownEmail } from "../core/email-address";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { findSession } from "../schedule/find-session";
import { countPlacesOf, freePlaces } from "../schedule/places";
import { type Entry, firstInLine, lockEntry, moveEntry, openStatuses, placeInLine } from "./entries";
import { endOfOffer } from "./offer-end";
import { offerPlaces, offerTo } from "./offers";

/** Returns an entry in line for a page that asks for confirmation. Throws not_found. */
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

type Move = { id: string; direction: "up" | "down" };

/**
 * Swaps a waiting entry with the one before or behind it. Does nothing at the ends of the line and for an entry with an
 * offer. Throws not_found.
 */
export async function moveInLine(ctx: MemberContext, { id, direction }: Move): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { session, entry } = await lockInLine(tx, id);
    if (entry.status !== "waiting") return;
    const line = await firstInLine(tx, session.id, null);
    const at = line.findIndex((waiting) => waiting.id === id);
    const first = direction === "up" ? at - 1 : at;
    const [earlier, later, ...others] = first < 0 ? [] : line.slice(first);
    if (!earlier || !later) return;
    await rejoin(tx, [later, earlier, ...others]);
    await audit(tx, ctx, "waitlist_entry.moved", id, { direction });
  });
}

/** Numbers are the database's to give, so all from the first that moves on are given new ones, in their new order. */
async function rejoin(tx: Transaction, entries: Entry[]): Promise<void> {
  for (const { id } of entries) {
    await tx.execute(sql`update ${sessionWaitlist} set queue_number = default where id = ${id}`);
  }
}

/** Removes an entry from the line for good; a place that it was offered goes to the next. Throws not_found. */
export async function removeEntry(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    const { session, entry } = await lockInLine(tx, id);
    await moveEntry(tx, entry, "removed", { endedAt: now });
    await offerPlaces(tx, ctx, session);
    await audit(tx, ctx, "waitlist_entry.removed", id, { sessionId: session.id });
  });
}

/**
 * Returns what offering a place to an entry now would do. Throws not_found; closed where it has an offer, where no
 * place is free, or where there is no time left for an offer.
 */
export async function previewOffer(ctx: Context, { id }: { id: string }) {
  const entry = await requireInLine(ctx.db, id);
  if (entry.status === "offered") throw new DomainError("closed", "A place is on offer to her already.");
  const session = await findSession(ctx.db, entry.sessionId);
  const [offerEndsAt, place] = await Promise.all([requireOffer(ctx.db, ctx, session), placeInLine(ctx.db, entry)]);
  const until = DateTime.fromJSDate(offerEndsAt, { zone: ctx.visitor.timeZone }).setLocale("en-US");
  return {
    sessionId: session.id,
    title: session.title,
    name: `${entry.firstName} ${entry.lastName}`.trim(),
    email: shownEmail(entry.email),
    /** How many have waited longer. */
    countBefore: place - 1,
    /** Until when the place is held for her, in the visitor's zone. */
    offeredUntil: until.toFormat("LLL d, h:mm a"),
  };
}

/**
 * Offers a free place to an entry by the instructor's decision, also past those who have waited longer. Does nothing
 * for an entry with an offer. Throws not_found; closed where there is no place, or no time left for an offer.
 */
export async function offerPlace(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { session, entry } = await lockInLine(tx, id);
    if (entry.status === "offered") return;
    const offerEndsAt = await requireOffer(tx, ctx, session);
    await offerTo(tx, ctx, { waiting: entry, session, offerEndsAt });
    await audit(tx, ctx, "waitlist_entry.offered", id, { sessionId: session.id });
  });
}

/** An entry by its id, for the instructor. Throws not_found where it is not in line (any more). */
async function requireInLine(db: Queryable, id: string): Promise<Entry> {
  const [entry] = await db.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, id));
  if (!entry || !isInLine(entry)) throw new DomainError("not_found", "This entry is not on the waitlist any more.");
  return entry;
}

/** The same, with its session's and its own lock. */
async function lockInLine(tx: Transaction, id: string) {
  const locked = await lockEntry(tx, await requireInLine(tx, id));
  if (!isInLine(locked.entry)) throw new DomainError("not_found", "This entry is not on the waitlist any more.");
  return locked;
}

const isInLine = ({ status }: Entry) => openStatuses.some((open) => open === status);

/**
 * When a place that the instructor offers now runs out. Throws closed where none is free, or there is no time left for an
 * offer; only what is asked under the session's lock holds.
 */
async function requireOffer(
  db: Queryable,
  { clock, settings }: Pick<Services, "clock" | "settings">,
  session: LiveSession,
): Promise<Date> {
  if (freePlaces(session, await countPlacesOf(db, session.id)) === 0) {
    throw new DomainError("closed", "No place is free right now.");
  }
  const { offerHours } = await readSiteSettings({ db, settings });
  const offerEndsAt = endOfOffer({ clock, settings }, session, offerHours);
  if (!offerEndsAt) throw new DomainError("closed", "It is too late to offer a place in this session.");
  return offerEndsAt;
}
