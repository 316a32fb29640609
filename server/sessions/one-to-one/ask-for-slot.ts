import { isTimeTaken } from "@db/errors";
import { one } from "@db/one";
import { oneToOneRequests } from "@db/schema";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { requestPath } from "../../core/paths";
import { limitBookingRate } from "../../core/rate-limits";
import { inTransaction } from "../../core/transaction";
import { holdSlot } from "./book-slot";
import { askCalendar } from "../free-times/busy-times";
import { aroundOf, periodOf } from "../free-times/find-slots";
import { mailAsked } from "./mail-request";
import { requireOfferOnSale } from "../free-times/offers";
import type { NewRequest } from "./schemas";
import { slotTaken, uuidOf } from "../free-times/session-of-slot";
import { lockInstructor } from "../schedule/instructor-time";

/** How many times one address may ask for at once, and all together for one offer. */
const mostRequests = { byAddress: 2, ofOffer: 20 };

/**
 * Asks for a free time, which is held until the instructor has answered. The same form key again returns the same
 * request. Throws not_found, closed (booked at once), sold_out, too_many_holds, invalid, rate_limited.
 */
export async function askForSlot(
  ctx: Context,
  { offer: name, start, ...input }: NewRequest,
): Promise<{ next: string }> {
  const shown = await requireOfferOnSale(ctx.db, name);
  const offerId = shown.offer.id;
  if (!shown.offer.needsApproval) throw new DomainError("closed", "This session can be booked at once.");
  await limitBookingRate(ctx, input);
  const calendar = await askCalendar(ctx, aroundOf(shown, periodOf(start)));
  const { formKey, firstName, lastName, email } = input;
  try {
    return await inTransaction(
      ctx,
      async (tx) => {
        await lockInstructor(tx);
        const [again] = await tx.select().from(oneToOneRequests).where(eq(oneToOneRequests.formKey, formKey));
        if (again) return { next: pathFor(again, email) };
        const isOpen = and(
          eq(oneToOneRequests.offerId, offerId),
          inArray(oneToOneRequests.status, ["asked", "approved"]),
        );
        const isTheirs = eq(sql`lower(${oneToOneRequests.email})`, email.toLowerCase());
        const isRecent = gt(oneToOneRequests.createdAt, new Date(ctx.clock.now().getTime() - 30 * 24 * 3_600_000));
        const own = await tx.$count(oneToOneRequests, and(isOpen, isRecent, isTheirs));
        if (own >= mostRequests.byAddress || (await tx.$count(oneToOneRequests, isOpen)) >= mostRequests.ofOffer) {
          throw new DomainError(
            "too_many_holds",
            "Too many requests are waiting for an answer. Please try again later.",
          );
        }
        const id = uuidOf("request", offerId, start.toISOString(), formKey);
        const session = await holdSlot(tx, ctx, { id, offerId, start, calendar, answers: input });
        const values = {
          ...{ offerId, sessionId: session.id, formKey, firstName, lastName, email },
          ...{ userId: ctx.user?.id ?? null, timeZone: ctx.visitor.timeZone, createdAt: ctx.clock.now() },
        };
        const request = one(await tx.insert(oneToOneRequests).values(values).returning(), "request");
        await mailAsked(tx, ctx, { request, session });
        return { next: requestPath(request) };
      },
      "Failed to send your request. Please try again.",
    );
  } catch (error) {
    if (isTimeTaken(error)) throw slotTaken(error);
    throw error;
  }
}

/** Throws closed if someone else has sent the form: its request is not shown to them. */
function pathFor(request: { id: string; manageKey: string; email: string }, email: string): string {
  if (request.email === email) return requestPath(request);
  throw new DomainError("closed", "This form has already been sent. Please open it again.");
}
