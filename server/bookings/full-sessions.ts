import type { Database } from "@db/client";
import { type LiveSession, sessionBookings } from "@db/schema";
import { readRevisions } from "../core/revisions";
import type { Places } from "../schedule/places";
import { wasBookedIn } from "../schedule/booking-owner";

type Full = { session: LiveSession; places: Places };

type Remembered = Full & { formKeys?: Promise<ReadonlySet<string>> };

const maxRemembered = 500;
const remembered = new WeakMap<Database, Map<string, Remembered>>();

type Place = { db: Database };

/** Remembers what a booking was refused by; the session must be locked, so that places and revision belong together. */
export function rememberFull({ db }: Place, full: Full): void {
  const known = remembered.get(db) ?? new Map<string, Remembered>();
  remembered.set(db, known);
  known.delete(full.session.id);
  known.set(full.session.id, full);
  const [oldest] = known.keys();
  if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
}

/** Returns a session and its places if it was full when last seen and neither has changed since. */
export async function recallFull({ db }: Place, sessionId: string): Promise<Full | null> {
  const known = remembered.get(db);
  const full = known?.get(sessionId);
  if (!known || !full) return null;
  const { sessions } = await readRevisions({ db }, [sessionId]);
  if (sessions.get(sessionId) === full.session.revision) return full;
  if (known.get(sessionId) === full) known.delete(sessionId);
  return null;
}

/** Returns whether a form has booked this session before, so that it gets its booking again. */
export async function hasBooked({ db }: Place, full: Remembered, formKey: string): Promise<boolean> {
  // A new booking raises the revision, so the keys are as lasting as the places.
  full.formKeys ??= readFormKeys(db, full).catch((error: unknown) => {
    delete full.formKeys;
    throw error;
  });
  return (await full.formKeys).has(formKey);
}

async function readFormKeys(db: Database, { session }: Full): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ formKey: sessionBookings.formKey })
    .from(sessionBookings)
    .where(wasBookedIn(db, session.id));
  return new Set(rows.map(({ formKey }) => formKey));
}
