import { createHmac } from "node:crypto";
import { isTimeTaken } from "@db/errors";
import { one } from "@db/one";
import type { Transaction } from "@db/client";
import { oneToOneRequests, oneToOneUnconfirmed } from "@db/schema";
import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Context } from "../../core/context";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { oneToOnePath, requestPath } from "../../core/paths";
import { limitBookingRate, networkOf } from "../../core/rate-limits";
import { inTransaction } from "../../core/transaction";
import { holdSlot } from "./book-slot";
import { readAnswers } from "../free-times/answers";
import { askCalendar } from "../free-times/busy-times";
import { aroundOf, periodOf } from "../free-times/find-slots";
import { mailAsked } from "./mail-request";
import { readQuestions, requireOfferOnSale } from "../free-times/offers";
import type { NewRequest } from "./schemas";
import { requireFreeSlot, slotTaken, uuidOf } from "../free-times/session-of-slot";
import { lockInstructor } from "../../catalogue/schedule/instructor-time";
import type { TimeSpan } from "../free-times/slots";
import { isFresh, keepUnconfirmed } from "./unconfirmed";

/** How many requests of one address, and of one network, may be open: a stranger must not close an offer. */
const mostOpen = 3;

/**
 * Asks for a free time. A member with this confirmed address holds it until the instructor has answered; anyone else is
 * mailed a link first, and holds nothing before its button is pressed. The same form key again returns the same. Throws
 * not_found, closed (booked at once), sold_out, too_many_holds, invalid, rate_limited.
 */
export async function askForSlot(ctx: Context, asked: NewRequest): Promise<{ next: string }> {
  const shown = await requireOfferOnSale(ctx.db, asked.offer);
  const { offer } = shown;
  if (!offer.needsApproval) throw new DomainError("closed", "This session can be booked at once.");
  await limitBookingRate(ctx, asked);
  const calendar = await askCalendar(ctx, aroundOf(shown, periodOf(asked.start)));
  const request = { ...asked, offerId: offer.id, calendar, network: networkHash(ctx) };
  const toConfirm = { next: `${oneToOnePath(offer.slug)}?notice=confirm` };
  try {
    return await inTransaction(
      ctx,
      async (tx) => {
        await lockInstructor(tx);
        const again = await findAgain(tx, request);
        if (again) return ctx.user && again.userId === ctx.user.id ? { next: requestPath(again) } : toConfirm;
        await limitOpen(tx, ctx, request);
        if (isOwnAddress(ctx, request)) return await hold(tx, ctx, request);
        await ask(tx, ctx, request);
        return toConfirm;
      },
      "Failed to send your request. Please try again.",
    );
  } catch (error) {
    if (isTimeTaken(error)) throw slotTaken(error);
    throw error;
  }
}

type Wish = NewRequest & { offerId: string; calendar: TimeSpan[]; network: string };

const isOwnAddress = ({ user }: Context, { email }: Wish): boolean =>
  user !== null && user.emailConfirmedAt !== null && normalEmail(user.email) === normalEmail(email);

/** A keyed hash: without the key, the network can’t be derived from it. */
const networkHash = ({ settings, visitor }: Context): string =>
  createHmac("sha256", settings.cookieSecrets[0] ?? "")
    .update(`request network ${networkOf(visitor.address)}`)
    .digest("base64url");

/** Throws closed if someone else has sent the form. */
async function findAgain(tx: Transaction, { formKey, email }: Wish) {
  const [request] = await tx.select().from(oneToOneRequests).where(eq(oneToOneRequests.formKey, formKey));
  const [unconfirmed] = await tx.select().from(oneToOneUnconfirmed).where(eq(oneToOneUnconfirmed.formKey, formKey));
  const again = request ?? unconfirmed;
  if (!again || again.email === email) return request ?? (unconfirmed && { ...unconfirmed, userId: null });
  throw new DomainError("closed", "This form has already been sent. Please open it again.");
}

async function limitOpen(tx: Transaction, ctx: Context, { email, network }: Wish): Promise<void> {
  const isOpen = inArray(oneToOneRequests.status, ["asked", "approved"]);
  const count = async (where: (columns: { email: AnyPgColumn; network: AnyPgColumn }) => SQL) =>
    (await tx.$count(oneToOneRequests, and(isOpen, where(oneToOneRequests)))) +
    (await tx.$count(oneToOneUnconfirmed, and(isFresh(ctx.clock.now()), where(oneToOneUnconfirmed))));
  const ofAddress = await count((columns) => eq(sql`lower(${columns.email})`, normalEmail(email)));
  const ofNetwork = await count((columns) => eq(columns.network, network));
  if (Math.max(ofAddress, ofNetwork) < mostOpen) return;
  throw new DomainError(
    "too_many_holds",
    "Too many of your requests are waiting for an answer. Please try again later.",
  );
}

async function hold(tx: Transaction, ctx: Context, wish: Wish): Promise<{ next: string }> {
  const { offerId, start, calendar, formKey, firstName, lastName, email, network } = wish;
  const id = uuidOf("request", offerId, start.toISOString(), formKey);
  const session = await holdSlot(tx, ctx, { id, offerId, start, calendar, answers: wish });
  const values = {
    offerId,
    sessionId: session.id,
    formKey,
    firstName,
    lastName,
    email,
    network,
    userId: ctx.user?.id ?? null,
    timeZone: ctx.visitor.timeZone,
    createdAt: ctx.clock.now(),
  };
  const request = one(await tx.insert(oneToOneRequests).values(values).returning(), "request");
  await mailAsked(tx, ctx, { request, session });
  return { next: requestPath(request) };
}

/** Refuses what could not be held now, before a mail asks for a confirmation. */
async function ask(tx: Transaction, ctx: Context, wish: Wish): Promise<void> {
  const { offer: _, offerId, start, calendar, formKey, email, network, ...typed } = wish;
  await requireFreeSlot(tx, ctx, { offerId, start, calendar });
  readAnswers(await readQuestions(tx, offerId), typed);
  await keepUnconfirmed(tx, ctx, {
    id: uuidOf("request", offerId, start.toISOString(), formKey),
    offerId,
    startTime: start,
    userId: ctx.user?.id ?? null,
    email,
    network,
    formKey,
    timeZone: ctx.visitor.timeZone,
    typed,
  });
}
