import type { Queryable } from "@db/client";
import { products, type recordings } from "@db/schema";
import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import { type ProductAccess, readBought } from "../../catalogue/entitlements/bought";
import type { Context, SessionUser } from "../../core/context";
import { longDay } from "../../core/dates";

export type Viewer = Pick<SessionUser, "id" | "role"> | null;

type Recording = typeof recordings.$inferSelect;
type OpeningTerms = Pick<Recording, "isFree" | "opensOn" | "opensAfterDays">;
type RecordingTerms = OpeningTerms & Pick<Recording, "productId">;

export type Access = {
  isOpen: boolean;
  /** Whether the viewer has bought the collection, open or not. */
  isBought: boolean;
  /** Says when a recording opens that would not open to a buyer now. */
  opens: string | null;
};

/** Who asks, what they have bought and when; the zone is the site's. */
type Viewing = { watcher: Viewer; bought: ReadonlyMap<string, ProductAccess>; now: Date; timeZone: string };

const dayMs = 24 * 3_600_000;

/**
 * Returns when a part opens to a buyer whose access to its collection begins then; null for what is open from the
 * beginning. A day begins by the site's clocks; days after the purchase are 24 hours each.
 */
export function openingOf({ isFree, opensOn, opensAfterDays }: OpeningTerms, begins: Date, zone: string): Date | null {
  if (isFree) return null;
  if (opensAfterDays !== null) return new Date(begins.getTime() + opensAfterDays * dayMs);
  const day = opensOn === null ? null : DateTime.fromISO(opensOn, { zone }).startOf("day").toJSDate();
  return day && day > begins ? day : null;
}

/**
 * Returns what a viewer may do with a recording: the only rule for pages, files, positions, lists and searches. A free
 * one is open to every member while its collection is on, and a part that opens later to no buyer before; admins may
 * watch everything.
 */
export function accessTo(viewing: Viewing, recording: RecordingTerms, { isOn }: { isOn: boolean }): Access {
  const { watcher, bought, now, timeZone } = viewing;
  const own = watcher ? bought.get(recording.productId) : undefined;
  const isBought = own !== undefined;
  if (watcher?.role === "admin" || (watcher && recording.isFree && isOn))
    return { isOpen: true, isBought, opens: null };
  if (!own) return { isOpen: false, isBought, opens: openingToBuyers(recording, viewing) };
  const opening = openingOf(recording, own.begins, timeZone);
  if (!own.isWaiting && !(opening && opening > now)) return { isOpen: true, isBought, opens: null };
  return { isOpen: false, isBought, opens: openingText(opening ?? own.begins, timeZone) };
}

function openingToBuyers(recording: OpeningTerms, { now, timeZone }: Viewing): string | null {
  const { isFree, opensAfterDays: days } = recording;
  if (days !== null && !isFree) return `Opens ${days === 1 ? "a day" : `${days} days`} after you buy the collection`;
  const opening = openingOf(recording, now, timeZone);
  return opening && openingText(opening, timeZone);
}

const openingText = (opening: Date, timeZone: string) => `Opens on ${longDay(opening, timeZone)}`;

type AccessContext = Pick<Context, "clock" | "settings"> & { db: Queryable };

/** Returns the facts by which `accessTo` decides. */
export const viewingOf = (
  { clock, settings }: Omit<AccessContext, "db">,
  watcher: Viewer,
  bought: Viewing["bought"],
) => ({
  watcher,
  bought,
  now: clock.now(),
  timeZone: settings.siteTimeZone,
});

export async function readAccess(ctx: AccessContext, watcher: Viewer, recording: RecordingTerms): Promise<Access> {
  const bought: Viewing["bought"] = watcher ? await readBought(ctx.db, watcher.id, ctx.clock.now()) : new Map();
  const viewing = viewingOf(ctx, watcher, bought);
  const access = accessTo(viewing, recording, { isOn: false });
  const isFreeToMember = !access.isOpen && watcher !== null && recording.isFree;
  return isFreeToMember ? accessTo(viewing, recording, { isOn: await isOn(ctx.db, recording.productId) }) : access;
}

export const canWatch = async (ctx: AccessContext, watcher: Viewer, recording: RecordingTerms): Promise<boolean> =>
  (await readAccess(ctx, watcher, recording)).isOpen;

async function isOn(db: Queryable, productId: string): Promise<boolean> {
  return (await db.query.products.findFirst({ where: eq(products.id, productId) }))?.isOn ?? false;
}
