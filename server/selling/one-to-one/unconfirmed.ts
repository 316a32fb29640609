import { isTimeTaken } from "@db/errors";
import { one } from "@db/one";
import type { Queryable, Transaction } from "@db/client";
import { oneToOneOffers, oneToOneRequests, oneToOneUnconfirmed, type UnconfirmedRequest } from "@db/schema";
import { and, asc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { decrypt, encrypt, type EncryptionSettings, unreadableNote } from "../../core/encryption";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { requestPath } from "../../core/paths";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import type { TypedAnswers } from "../free-times/answer-fields";
import { askCalendar } from "../free-times/busy-times";
import { aroundOf, periodOf } from "../free-times/find-slots";
import { matchAnswers } from "../free-times/answers";
import { readQuestions, requireOfferOnSale } from "../free-times/offers";
import { sessionOfSlot, slotTaken } from "../free-times/session-of-slot";
import { lockInstructor } from "../../catalogue/schedule/instructor-time";
import { holdSlot } from "./book-slot";
import { mailAsked, mailToConfirm } from "./mail-request";
import type { RequestRef } from "./schemas";

/** How long the link in the mail works; then what was typed is deleted. */
const validHours = 24;

const oldestValid = (now: Date): Date => new Date(now.getTime() - validHours * 3_600_000);

export const isFresh = (now: Date) => gt(oneToOneUnconfirmed.createdAt, oldestValid(now));

type TypedRequest = { firstName: string; lastName: string } & TypedAnswers;
type AskedTimeFacts = Pick<
  UnconfirmedRequest,
  "offerId" | "startTime" | "userId" | "email" | "network" | "formKey" | "timeZone"
>;

const subjectOf = (id: string): string => `unconfirmed request ${id}`;

/** Keeps what was asked for, and mails the link that confirms the address. The time is not held. */
export async function keepUnconfirmed(
  tx: Transaction,
  ctx: Context,
  { id, typed, ...asked }: AskedTimeFacts & { id: string; typed: TypedRequest },
): Promise<void> {
  const sealed = encrypt(ctx.settings, JSON.stringify(typed), subjectOf(id));
  const values = { ...asked, id, sealed, createdAt: ctx.clock.now() };
  const kept = one(await tx.insert(oneToOneUnconfirmed).values(values).returning(), "unconfirmed request");
  const { offer } = await requireOfferOnSale(tx, kept.offerId);
  const session = sessionOfSlot(offer, { start: kept.startTime, now: ctx.clock.now() });
  await mailToConfirm(tx, ctx, { request: { ...kept, firstName: typed.firstName }, session, validHours });
}

/** Returns what is kept, to those who have the key of its mail; undefined once it is confirmed or too old. */
export async function findUnconfirmed(
  db: Queryable,
  { clock }: Pick<Services, "clock">,
  { id, key }: RequestRef,
): Promise<UnconfirmedRequest | undefined> {
  const isNamed = and(eq(oneToOneUnconfirmed.id, id), eq(oneToOneUnconfirmed.manageKey, key));
  const [found] = await db
    .select()
    .from(oneToOneUnconfirmed)
    .where(and(isNamed, isFresh(clock.now())));
  return found;
}

/**
 * Confirms the address of a request: its time is held from now on, and the instructor is told. Confirming again returns
 * the same request. Throws not_found, also for a link that is too old, sold_out, invalid (the questions have changed).
 */
export async function confirmRequest(ctx: Context, ref: RequestRef): Promise<{ next: string }> {
  const next = requestPath({ id: ref.id, manageKey: ref.key });
  const found = await findUnconfirmed(ctx.db, ctx, ref);
  if (!found) return requireConfirmed(ctx.db, ref, next);
  const shown = await requireOfferOnSale(ctx.db, found.offerId);
  const calendar = await askCalendar(ctx, aroundOf(shown, periodOf(found.startTime)));
  try {
    return await inTransaction(ctx, async (tx) => {
      // First, so that a button that is pressed twice at once finds the request.
      await lockInstructor(tx);
      const unconfirmed = await findUnconfirmed(tx, ctx, ref);
      if (!unconfirmed) return requireConfirmed(tx, ref, next);
      const { id, sealed, startTime: start, createdAt: _, ...kept } = unconfirmed;
      const { firstName, lastName, ...answers } = JSON.parse(
        decrypt(ctx.settings, sealed, subjectOf(id)),
      ) as TypedRequest;
      const session = await holdSlot(tx, ctx, { id, offerId: kept.offerId, start, calendar, answers });
      const values = { ...kept, id, firstName, lastName, sessionId: session.id, createdAt: ctx.clock.now() };
      const request = one(await tx.insert(oneToOneRequests).values(values).returning(), "request");
      await tx.delete(oneToOneUnconfirmed).where(eq(oneToOneUnconfirmed.id, id));
      await mailAsked(tx, ctx, { request, session });
      return { next };
    });
  } catch (error) {
    if (isTimeTaken(error)) throw slotTaken(error);
    throw error;
  }
}

async function requireConfirmed(db: Queryable, { id, key }: RequestRef, next: string): Promise<{ next: string }> {
  const isNamed = and(eq(oneToOneRequests.id, id), eq(oneToOneRequests.manageKey, key));
  if ((await db.$count(oneToOneRequests, isNamed)) > 0) return { next };
  throw new DomainError("not_found", "This link no longer works. Please ask for a time again.");
}

/** Returns what is kept that fits a condition, oldest first, with what was typed; no keys. */
export async function exportUnconfirmed(db: Queryable, settings: EncryptionSettings, isTheirs: SQL | undefined) {
  const rows = await db
    .select({ kept: oneToOneUnconfirmed, title: oneToOneOffers.title })
    .from(oneToOneUnconfirmed)
    .innerJoin(oneToOneOffers, eq(oneToOneOffers.id, oneToOneUnconfirmed.offerId))
    .where(isTheirs)
    .orderBy(asc(oneToOneUnconfirmed.createdAt), asc(oneToOneUnconfirmed.id));
  return Promise.all(
    rows.map(async ({ kept, title }) => {
      const typed = unsealTyped(settings, kept);
      return {
        title,
        start: kept.startTime,
        status: "unconfirmed" as const,
        email: kept.email,
        firstName: typed?.firstName ?? unreadableNote,
        lastName: typed?.lastName ?? unreadableNote,
        timeZone: kept.timeZone,
        createdAt: kept.createdAt,
        decidedAt: null,
        answers: typed ? matchAnswers(await readQuestions(db, kept.offerId), typed) : [],
      };
    }),
  );
}

/** Returns null if the key is lost. */
function unsealTyped(settings: EncryptionSettings, { id, sealed }: UnconfirmedRequest): TypedRequest | null {
  try {
    return JSON.parse(decrypt(settings, sealed, subjectOf(id))) as TypedRequest;
  } catch {
    return null;
  }
}

/** Deletes what was never confirmed. Safe to repeat. */
export async function forgetUnconfirmed({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db.delete(oneToOneUnconfirmed).where(lte(oneToOneUnconfirmed.createdAt, oldestValid(clock.now())));
}

/** Deletes what an address has asked for without confirming it. */
export async function forgetUnconfirmedOf(tx: Transaction, email: string): Promise<void> {
  await tx.delete(oneToOneUnconfirmed).where(eq(sql`lower(${oneToOneUnconfirmed.email})`, normalEmail(email)));
}
