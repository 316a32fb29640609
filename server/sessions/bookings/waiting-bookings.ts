import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Booking, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Hooks, Services } from "../../core/services";
import { mailFewLeft } from "../../selling/passes/mail-passes";
import { lockPassOf } from "../../selling/passes/open-pass";
import { lockUsablePass, takeCredits } from "../../selling/passes/use-pass";
import type { Purchase } from "../../selling/purchases/transitions";
import { availabilityOf, countPlacesOf, fits } from "../schedule/places";
import { lockBooking, type LockedBooking } from "./lock";
import { mailBooking } from "./mail-booking";
import { creditCostOf } from "./new-pass";
import { isBookedAgain } from "./payable";
import { releasePlace } from "./release";
import { isActive, listTickets } from "./tickets";
import { changePaymentStatus } from "./transitions";

/** What the purchase of a pass means for the booking that it was made with. The session is locked with the purchase. */
export const waitingBookings: Hooks["waitingBookings"] = {
  async book(tx, services, purchase) {
    const locked = await lockWaiting(tx, purchase);
    // It was given by hand before.
    if (!locked || locked.booking.completedAt) return null;
    const why = (await reasonToLose(tx, services, locked)) ?? (await useNewPass(tx, services, locked, purchase));
    if (why && locked.booking.status === "pending") await release(tx, services, locked);
    return why ? { session: locked.session.title, why } : null;
  },
  async release(tx, services, purchase, unpaid) {
    const locked = await lockWaiting(tx, purchase);
    if (locked?.booking.status !== "pending") return null;
    await releasePlace(tx, services, locked, { kind: "unpaid", ...unpaid, isTold: true });
    return locked.session.title;
  },
};

async function lockWaiting(tx: Transaction, { id }: Purchase): Promise<LockedBooking | null> {
  const isMadeWith = eq(sessionBookings.passPurchaseId, id);
  const [found] = await tx.select({ id: sessionBookings.id }).from(sessionBookings).where(isMadeWith);
  return found ? lockBooking(tx, found.id) : null;
}

const release = (tx: Transaction, services: Services, locked: LockedBooking): Promise<Booking> =>
  releasePlace(tx, services, locked, { kind: "unpaid", outcome: "cancelled", completedPaymentId: null });

/** A place that is held is booked even past the start. One that was released has to be free. */
async function reasonToLose(
  tx: Transaction,
  services: Services,
  { booking, session }: LockedBooking,
): Promise<string | null> {
  if (session.cancelledAt) return "the session has been cancelled.";
  if (booking.status === "pending") return null;
  if (await isBookedAgain(tx, { booking, session })) return "you have booked it again since.";
  const places = await countPlacesOf(tx, session.id);
  const availability = availabilityOf(session, places, services.clock.now());
  if (availability === "closed") return "your payment arrived after the session had begun.";
  if (availability === "open" && fits(session, places, booking.quantity)) return null;
  return "your payment arrived late, and the place was taken by then.";
}

/** Takes the credits that were agreed and completes the booking. Returns why the pass can't pay, if it can't. */
async function useNewPass(
  tx: Transaction,
  services: Services,
  { booking, session }: LockedBooking,
  purchase: Purchase,
): Promise<string | null> {
  const pass = await lockPassOf(tx, purchase);
  const tickets = (await listTickets(tx, booking)).filter(isActive);
  const quantity = tickets.length;
  const creditCost = creditCostOf(booking, quantity);
  // What was agreed while the place was held holds; later on, the pass is used like any other.
  const isAgreed = booking.status === "pending";
  const use = { session: { ...session, creditCost }, quantity };
  const part = pass && !isAgreed ? await lockUsablePass(tx, services, { ...use, passId: pass.id }) : null;
  if (!pass || (!isAgreed && part?.tickets !== quantity)) return "it is not for this session any more.";
  await takeCredits(tx, services, pass, { ticketIds: tickets.map(({ id }) => id), creditCost });
  const credits = quantity * creditCost;
  const paid = one(
    await tx
      .update(sessionBookings)
      .set({ passId: pass.id, credits })
      .where(eq(sessionBookings.id, booking.id))
      .returning(),
    "booking",
  );
  const booked = await changePaymentStatus(tx, paid, "free", services.clock.now());
  await mailBooking(tx, services, { booking: booked, session });
  await mailFewLeft(tx, services, pass, credits);
  return null;
}
