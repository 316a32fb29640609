/** A check-in that the server has not confirmed. Contains no names, because it is stored on the device. */
export type UnsentCheckIn = {
  ticketId: string;
  /** Missing in what an earlier version kept. */
  sessionId?: string;
  isHere: boolean;
  /** The time in milliseconds, by the clock of this device. */
  tappedAt: number;
};

export const maxUnsent = 500;
const keptForMs = 7 * 24 * 60 * 60_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the key of an account's queue in the browser's storage, so that no other account reads its check-ins. */
export const queueKey = (accountId: string): string => `unsent-check-ins:${accountId}`;

/** Parses a stored queue, the oldest tap first; leaves out what is damaged or older than a week. */
export function parseQueue(kept: string | null, now: number): UnsentCheckIn[] {
  return itemsOf(kept)
    .map(withTicketId)
    .filter(isUnsent)
    .filter(({ tappedAt }) => tappedAt > now - keptForMs)
    .map(({ ticketId, sessionId, isHere, tappedAt }) => ({
      ...(sessionId && { sessionId }),
      ticketId,
      isHere,
      tappedAt,
    }))
    .reduce<UnsentCheckIn[]>(addTap, []);
}

/** Adds a tap. Keeps the newest tap of each ticket, and drops the oldest of too many. */
export function addTap(queue: UnsentCheckIn[], tap: UnsentCheckIn): UnsentCheckIn[] {
  const earlier = queue.find(({ ticketId }) => ticketId === tap.ticketId);
  if (earlier && earlier.tappedAt > tap.tappedAt) return queue;
  const others = queue.filter((item) => item !== earlier);
  return [...others, tap].sort((a, b) => a.tappedAt - b.tappedAt).slice(-maxUnsent);
}

/** Removes a tap that the server has answered; a later one of the same ticket stays. */
export const removeTap = (queue: UnsentCheckIn[], tap: UnsentCheckIn): UnsentCheckIn[] =>
  queue.filter((item) => !isSameTap(item, tap));

const isSameTap = (a: UnsentCheckIn, b: UnsentCheckIn): boolean =>
  a.ticketId === b.ticketId && a.isHere === b.isHere && a.tappedAt === b.tappedAt;

function itemsOf(kept: string | null): unknown[] {
  try {
    const items: unknown = JSON.parse(kept ?? "[]");
    return Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
}

/** An earlier version kept the id of the booking, which is that of its first ticket. */
const withTicketId = (item: unknown): unknown =>
  typeof item === "object" && item !== null && "bookingId" in item ? { ticketId: item.bookingId, ...item } : item;

function isUnsent(item: unknown): item is UnsentCheckIn {
  if (typeof item !== "object" || item === null) return false;
  const { ticketId, sessionId, isHere, tappedAt } = item as Record<string, unknown>;
  const areIds = isUuid(ticketId) && (sessionId === undefined || isUuid(sessionId));
  return areIds && typeof isHere === "boolean" && Number.isSafeInteger(tappedAt);
}

const isUuid = (value: unknown): boolean => typeof value === "string" && uuid.test(value);

export const unsentQuestion = (count: number): string =>
  count === 1
    ? "1 check-in is not sent yet. Sign out anyway?"
    : `${count} check-ins are not sent yet. Sign out anyway?`;

export const deviceNow = (): number => new Date().getTime();

export type KeptQueue = {
  read: () => UnsentCheckIn[];
  change: (how: (queue: UnsentCheckIn[]) => UnsentCheckIn[]) => void;
  /** Calls back when another tab changes the queue; returns a function that stops it. */
  onForeignChange: (onChange: () => void) => () => void;
};

/** Keeps an account's unsent check-ins in local storage, or in memory if the browser refuses storage. */
export function keepQueue(accountId: string): KeptQueue {
  const key = queueKey(accountId);
  let unkept: string | null = null;

  const read = () => parseQueue(unkept ?? readItem(key), deviceNow());
  return {
    read,
    change(how) {
      const queue = how(read());
      const text = JSON.stringify(queue);
      try {
        if (queue.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        unkept = null;
      } catch {
        unkept = text;
      }
    },
    onForeignChange(onChange) {
      const hear = (event: StorageEvent) => {
        if (event.key === key || event.key === null) onChange();
      };
      window.addEventListener("storage", hear);
      return () => window.removeEventListener("storage", hear);
    },
  };
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
