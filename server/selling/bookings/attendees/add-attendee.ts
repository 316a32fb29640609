import { randomUUID } from "node:crypto";
import { inTransaction } from "../../../core/transaction";
import { and, eq } from "drizzle-orm";
import { isCapacityExceeded } from "@db/errors";
import type { Transaction } from "@db/client";
import { type Booking, type LiveSession, sessionBookings } from "@db/schema";
import { audit } from "../../../core/record-audit";
import { endOf } from "../../../catalogue/schedule/session-event";
import { DomainError } from "../../../core/errors";
import type { Context, MemberContext } from "../../../core/context";
import { findSession, lockSession } from "../../../catalogue/schedule/find-session";
import { mailBooking } from "../mails/mail-booking";
import { paidLaterBy } from "../paid-later";
import { countPlacesOf, freePlaces } from "../../../catalogue/schedule/places";
import { insertAdminBooking } from "../transitions";
import { formatPrice } from "../../../core/money";
import type { NewAttendee } from "./schemas";

export async function getAttendeeForm(ctx: Context, { sessionId }: { sessionId: string }) {
  const session = await findSession(ctx.db, sessionId);
  const { enteredPriceMinor: amountMinor, enteredCurrency: currency } = session;
  return {
    title: session.title,
    isCancelled: session.cancelledAt !== null,
    price: amountMinor > 0 ? formatPrice({ amountMinor, currency }) : null,
    laterBy: paidLaterBy(session),
    free: freePlaces(session, await countPlacesOf(ctx.db, sessionId)),
    formKey: randomUUID(),
  };
}

/** Books a free place or one that is paid later, also after the start. Throws not_found, closed, sold_out, invalid, busy. */
export async function addAttendee(ctx: MemberContext, input: NewAttendee): Promise<void> {
  try {
    await inTransaction(
      ctx,
      async (tx) => {
        const session = await lockSession(tx, input.sessionId);
        if (await isRepeated(tx, input)) return;
        requirePossible(session, input);
        await requirePlace(tx, session);
        const booking = await insertAttendee(tx, ctx, session, input);
        if (endOf(session) > ctx.clock.now()) await mailBooking(tx, ctx, { booking, session });
        const details = { sessionId: session.id, payment: input.payment };
        await audit(tx, ctx, "booking.added", booking.id, details);
      },
      "Failed to add the attendee. Please try again.",
    );
  } catch (error) {
    if (isCapacityExceeded(error)) throw noFreePlace(error);
    throw error;
  }
}

async function isRepeated(tx: Transaction, { sessionId, formKey }: NewAttendee): Promise<boolean> {
  const isSameForm = and(eq(sessionBookings.sessionId, sessionId), eq(sessionBookings.formKey, formKey));
  return (await tx.$count(sessionBookings, isSameForm)) > 0;
}

function requirePossible(session: LiveSession, { payment }: NewAttendee): void {
  if (payment === "free" || payment === paidLaterBy(session)) return;
  const place = session.locationType === "online" ? "online" : "on site";
  throw new DomainError("invalid", `This session is ${place}. Please choose again how it is paid.`, {
    field: "payment",
  });
}

async function requirePlace(tx: Transaction, session: LiveSession): Promise<void> {
  if (session.cancelledAt) throw new DomainError("closed", "This session has been cancelled.");
  if (session.slotFreedAt) throw new DomainError("closed", "Its booking has ended, so its time is free for others.");
  if (freePlaces(session, await countPlacesOf(tx, session.id)) === 0) throw noFreePlace();
}

const noFreePlace = (cause?: unknown) =>
  new DomainError("sold_out", "No place is free. Raise the number of places first.", { cause });

/** Uses the currency of the entered price and the site's time zone: the attendee's are not known. */
function insertAttendee(
  tx: Transaction,
  ctx: MemberContext,
  session: LiveSession,
  input: NewAttendee,
): Promise<Booking> {
  const { enteredPriceMinor: listPriceMinor, enteredCurrency: currency } = session;
  const totalMinor = input.payment === "free" ? 0 : listPriceMinor;
  const now = ctx.clock.now();
  const values = {
    sessionId: session.id,
    attendeeFirstName: input.firstName,
    attendeeLastName: input.lastName,
    attendeeEmail: input.email,
    attendeeNote: input.attendeeNote || null,
    formKey: input.formKey,
    listPriceMinor,
    discountMinor: listPriceMinor - totalMinor,
    totalMinor,
    currency,
    timeZone: ctx.settings.siteTimeZone,
    createdAt: now,
  };
  return insertAdminBooking(tx, values, now);
}
