/** A check-in that the server has not confirmed: ids and the wanted state, no names. */
export type UnsentCheckIn = {
  bookingId: string;
  isHere: boolean;
  /** In milliseconds, by the clock of this device. */
  tappedAt: number;
};

/** More than anybody checks in at one door. */
export const mostUnsent = 500;
const keptForMs = 7 * 24 * 60 * 60_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where the check-ins of an account are kept; no other account reads them. */
export const queueKey = (accountId: string): string => `unsent-check-ins:${accountId}`;

/** Reads what was kept, the oldest tap first. Whatever is damaged, or older than a week, is left out. */
export function parseQueue(kept: string | null, now: number): UnsentCheckIn[] {
  return itemsOf(kept)
    .filter(isUnsent)
    .filter(({ tappedAt }) => tappedAt > now - keptForMs)
    .map(({ bookingId, isHere, tappedAt }) => ({ bookingId, isHere, tappedAt }))
    .reduce<UnsentCheckIn[]>(addTap, []);
}

/** Adds a tap, oldest first: one for each booking, of which the newest stays. The oldest goes when there are too many. */
export function addTap(queue: UnsentCheckIn[], tap: UnsentCheckIn): UnsentCheckIn[] {
  const earlier = queue.find(({ bookingId }) => bookingId === tap.bookingId);
  if (earlier && earlier.tappedAt > tap.tappedAt) return queue;
  const others = queue.filter((one) => one !== earlier);
  return [...others, tap].sort((one, other) => one.tappedAt - other.tappedAt).slice(-mostUnsent);
}

/** Removes a tap that the server has answered; one made since for the same booking stays. */
export const removeTap = (queue: UnsentCheckIn[], tap: UnsentCheckIn): UnsentCheckIn[] =>
  queue.filter((one) => !isSameTap(one, tap));

const isSameTap = (one: UnsentCheckIn, other: UnsentCheckIn): boolean =>
  one.bookingId === other.bookingId && one.isHere === other.isHere && one.tappedAt === other.tappedAt;

function itemsOf(kept: string | null): unknown[] {
  try {
    const items: unknown = JSON.parse(kept ?? "[]");
    return Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
}

function isUnsent(item: unknown): item is UnsentCheckIn {
  if (typeof item !== "object" || item === null) return false;
  const { bookingId, isHere, tappedAt } = item as Record<string, unknown>;
  return (
    typeof bookingId === "string" &&
    uuid.test(bookingId) &&
    typeof isHere === "boolean" &&
    Number.isSafeInteger(tappedAt)
  );
}

/** Returns the time by the clock of the visitor's device, in milliseconds. */
export const deviceNow = (): number => new Date().getTime();
