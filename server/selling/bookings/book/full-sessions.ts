import type { Database, Transaction } from "@db/client";
import { type LiveSession, sessionBookings } from "@db/schema";
import { readRevision } from "../../../core/revision";
import { countPlacesOf, type Places } from "../../../catalogue/schedule/places";
import { wasBookedIn } from "../../../catalogue/schedule/whose-bookings";

type FullSession = {
  session: LiveSession;
  places: Places;
  revision: number;
  formKeys?: Promise<ReadonlySet<string>>;
};

const maxRemembered = 500;
const remembered = new WeakMap<Database, Map<string, FullSession>>();

type DatabaseHandle = { db: Database };

/** Remembers the session that has refused a booking; `tx` must have locked it. */
export async function rememberFull({ db }: DatabaseHandle, tx: Transaction, session: LiveSession): Promise<void> {
  // The revision first: places that are given back afterwards raise it.
  const revision = await readRevision(tx);
  const places = await countPlacesOf(tx, session.id);
  const known = remembered.get(db) ?? new Map<string, FullSession>();
  remembered.set(db, known);
  known.delete(session.id);
  known.set(session.id, { session, places, revision });
  const [oldest] = known.keys();
  if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
}

/** Returns a session and its places if it was full when last seen and neither has changed since. */
export async function recallFull({ db }: DatabaseHandle, sessionId: string): Promise<FullSession | null> {
  const known = remembered.get(db);
  const full = known?.get(sessionId);
  if (!known || !full) return null;
  if ((await readRevision(db)) === full.revision) return full;
  if (known.get(sessionId) === full) known.delete(sessionId);
  return null;
}

/** Returns whether a form has booked this session before, so that it gets its booking again. */
export async function hasBooked({ db }: DatabaseHandle, full: FullSession, formKey: string): Promise<boolean> {
  // A new booking raises the revision, so the keys are as lasting as the places.
  full.formKeys ??= readFormKeys(db, full).catch((error: unknown) => {
    delete full.formKeys;
    throw error;
  });
  return (await full.formKeys).has(formKey);
}

async function readFormKeys(db: Database, { session }: FullSession): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ formKey: sessionBookings.formKey })
    .from(sessionBookings)
    .where(wasBookedIn(db, session.id));
  return new Set(rows.map(({ formKey }) => formKey));
}
