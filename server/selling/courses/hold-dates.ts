import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import type { Booking, LiveSession } from "@db/schema";
import type { Contact } from "../../accounts/accounts";
import type { Context } from "../../core/context";
import type { Agreement } from "../../core/site-settings";
import { splitEvenly } from "../../platform/money/quote";
import type { Purchase } from "../purchases/transitions";
import { confirmHealth } from "../bookings/health/health-notes";
import type { HealthStatement } from "../order/health-statement";
import { insertDates } from "../bookings/transitions";
import type { NewCourseBooking } from "./schemas";

type HeldDates = {
  purchase: Purchase;
  sessions: LiveSession[];
  contact: Contact;
  health: HealthStatement | null;
  holder: Pick<Booking, "holdBrowser" | "holdNetwork">;
  agreement: Agreement;
} & Pick<NewCourseBooking, "healthVersion" | "healthNote">;

/** Takes a place in each of the locked sessions; the shares add up to what the purchase costs, to the penny. */
export async function holdDates(
  tx: Transaction,
  ctx: Context,
  { purchase, sessions, contact, health, holder, agreement, ...statement }: HeldDates,
): Promise<void> {
  const shares = splitEvenly(purchase.totalMinor, sessions.length);
  const isDone = purchase.status !== "pending";
  const rows = sessions.map((session, index) => {
    const bookingId = randomUUID();
    return {
      id: bookingId,
      sessionId: session.id,
      userId: ctx.user?.id ?? null,
      attendeeFirstName: contact.firstName,
      attendeeLastName: contact.lastName,
      attendeeEmail: contact.email,
      ...confirmHealth(ctx.settings, health, { ...statement, bookingId }),
      termsVersion: agreement.termsVersion,
      privacyVersion: agreement.privacyVersion,
      listPriceMinor: 0,
      totalMinor: 0,
      currency: purchase.currency,
      payer: { kind: "course" as const, purchaseId: purchase.id, share: shares[index] ?? 0 },
      formKey: purchase.formKey,
      timeZone: ctx.visitor.timeZone,
      createdAt: purchase.createdAt,
      holdUntil: purchase.holdUntil,
      ...(!isDone && holder),
    };
  });
  await insertDates(tx, rows, { isDone, now: purchase.createdAt });
}
