import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { bookingMoves, liveSessions } from "@db/schema";
import { aSession } from "./sessions";
import type { CallerOptions, TestApp } from "./test-app";

type Session = { id: string };
type Ref = { bookingId: string; key?: string };
type Values = { formKey?: string; version?: number; healthVersion?: number; healthNote?: string };

export const hoursFrom = ({ clock }: TestApp, hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);

/** Creates two like sessions for £18, in three and in ten days. */
export async function twoDates(app: TestApp, values: Parameters<typeof aSession>[1] = {}) {
  const from = await aSession(app.db, { startTime: hoursFrom(app, 72), ...values });
  const to = await aSession(app.db, {
    startTime: hoursFrom(app, 240),
    zoomLink: "https://zoom.example/j/2",
    ...values,
  });
  return { from, to };
}

/** Returns the form that a page with these two sessions posts. */
export async function aMoveOf({ db }: TestApp, ref: Ref, from: Session, to: Session, values: Values = {}) {
  const [session] = await db.select().from(liveSessions).where(eq(liveSessions.id, to.id));
  return { ...ref, from: from.id, to: to.id, version: session!.version, formKey: randomUUID(), ...values };
}

/** Moves a booking as from its page. */
export async function moveTo(
  app: TestApp,
  ref: Ref,
  { from, to, by, ...values }: Values & { from: Session; to: Session; by?: CallerOptions },
): Promise<void> {
  await app.as(by).bookings.move(await aMoveOf(app, ref, from, to, values));
}

/** Returns the sessions from and to which a booking was moved, oldest first. */
export const movesOf = ({ db }: TestApp, bookingId: string) =>
  db
    .select({ from: bookingMoves.fromSessionId, to: bookingMoves.toSessionId })
    .from(bookingMoves)
    .where(eq(bookingMoves.bookingId, bookingId))
    .orderBy(asc(bookingMoves.movedAt));
