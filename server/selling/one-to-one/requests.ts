import type { Queryable, Transaction } from "@db/client";
import {
  type LiveSession,
  liveSessions,
  type OneToOneRequest,
  oneToOneRequests,
  type UnconfirmedRequest,
  users,
} from "@db/schema";
import { and, asc, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { displayStart, formatDuration, minutesAfter, placeLabel } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { oneToOnePath, requestBookPath } from "../../core/paths";
import { audit } from "../../core/record-audit";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { lockSession, lockSessions } from "../../catalogue/schedule/find-session";
import { freeSlot } from "../../catalogue/schedule/instructor-time";
import { readAnswersOf } from "../free-times/answers";
import { requireOffer } from "../free-times/offers";
import { sessionOfSlot } from "../free-times/session-of-slot";
import { mailApproved, mailDeclined, mailInstructor } from "./mail-request";
import type { RequestDecision, RequestRef } from "./schemas";
import { findUnconfirmed, forgetUnconfirmed } from "./unconfirmed";

export type FoundRequest = { request: OneToOneRequest; session: LiveSession };

const notFound = () => new DomainError("not_found", "Request not found");

/** Returns the condition of requests of an account. An address says something about its holder only once it is confirmed. */
export const whereAskedBy = (user: { id: string }) =>
  or(
    eq(oneToOneRequests.userId, user.id),
    sql`lower(${oneToOneRequests.email}) = (select lower(${users.email}) from ${users}
      where ${users.id} = ${user.id} and ${users.emailConfirmedAt} is not null)`,
  );

/** Returns a request to those who have its key. Throws not_found. */
export async function requireRequest(db: Queryable, { id, key }: RequestRef): Promise<FoundRequest> {
  const [found] = await db
    .select({ request: oneToOneRequests, session: liveSessions })
    .from(oneToOneRequests)
    .innerJoin(liveSessions, eq(liveSessions.id, oneToOneRequests.sessionId))
    .where(and(eq(oneToOneRequests.id, id), eq(oneToOneRequests.manageKey, key)));
  if (!found) throw notFound();
  return found;
}

/** Throws not_found. */
export async function getRequest(ctx: Context, ref: RequestRef) {
  const unconfirmed = await findUnconfirmed(ctx.db, ctx, ref);
  if (unconfirmed) return describeUnconfirmed(ctx, unconfirmed);
  const { request, session } = await requireRequest(ctx.db, ref);
  const until = request.bookUntil && displayStart({ ...session, startTime: request.bookUntil }, ctx);
  return {
    id: request.id,
    status: request.status,
    ...describeTime(ctx, session),
    until: until && `${until.time} ${until.zone}, ${until.date}`,
    bookPath: request.status === "approved" ? requestBookPath(request) : null,
    offerPath: oneToOnePath(request.offerId),
  };
}

const describeTime = (ctx: Context, session: LiveSession) => ({
  title: session.title,
  startsAt: displayStart(session, ctx),
  duration: formatDuration(session.durationMinutes),
  place: placeLabel(session),
  isOnline: session.locationType === "online",
});

async function describeUnconfirmed(ctx: Context, { id, offerId, startTime }: UnconfirmedRequest) {
  const { offer } = await requireOffer(ctx.db, offerId);
  return {
    id,
    status: "unconfirmed" as const,
    ...describeTime(ctx, sessionOfSlot(offer, { start: startTime, now: ctx.clock.now() })),
    until: null,
    bookPath: null,
    offerPath: oneToOnePath(offerId),
  };
}

/** Locks the session of a request, then the request. Throws not_found, busy. */
export async function lockRequest(tx: Transaction, id: string): Promise<FoundRequest> {
  const [found] = await tx
    .select({ sessionId: oneToOneRequests.sessionId })
    .from(oneToOneRequests)
    .where(eq(oneToOneRequests.id, id));
  if (!found) throw notFound();
  const session = await lockSession(tx, found.sessionId);
  const [request] = await tx.select().from(oneToOneRequests).where(eq(oneToOneRequests.id, id)).for("update");
  if (!request) throw notFound();
  return { request, session };
}

/** Locks the sessions of requests, then the requests. */
export async function lockRequestsOf(tx: Transaction, areTheirs: SQL | undefined): Promise<FoundRequest[]> {
  const asked = await tx.select().from(oneToOneRequests).where(areTheirs);
  const sessionIds = asked.map(({ sessionId }) => sessionId);
  const sessions = await lockSessions(tx, sessionIds);
  const requests = await tx
    .select()
    .from(oneToOneRequests)
    .where(areTheirs)
    .orderBy(asc(oneToOneRequests.id))
    .for("update");
  return requests.flatMap((request) => {
    const session = sessions.get(request.sessionId);
    return session ? [{ request, session }] : [];
  });
}

/** A request as the back office shows it. */
export type ListedRequest = Awaited<ReturnType<typeof listRequests>>[number];

/** Lists what is to be approved and what is approved but not booked yet, with the answers. */
export async function listRequests(ctx: Context) {
  const rows = await ctx.db
    .select({ request: oneToOneRequests, session: liveSessions })
    .from(oneToOneRequests)
    .innerJoin(liveSessions, eq(liveSessions.id, oneToOneRequests.sessionId))
    .where(inArray(oneToOneRequests.status, ["asked", "approved"]))
    .orderBy(asc(liveSessions.startTime), asc(oneToOneRequests.id));
  const answers = await readAnswersOf(
    ctx.db,
    ctx.settings,
    rows.map(({ session }) => session.id),
  );
  return rows.map(({ request, session }) => {
    const { shortDate, hours } = displayStart(session, ctx);
    return {
      id: request.id,
      isApproved: request.status === "approved",
      name: `${request.firstName} ${request.lastName}`.trim(),
      email: request.email,
      title: session.title,
      when: `${shortDate}, ${hours}`,
      answers: answers.get(session.id) ?? [],
    };
  });
}

/** How long an approved time is held, unless the session starts before. */
const bookWithinMinutes = 48 * 60;

/** Approves or declines a request. Deciding the same again has no effect. Throws not_found, closed, busy. */
export async function decideRequest(ctx: MemberContext, { id, decision }: RequestDecision): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { request, session } = await lockRequest(tx, id);
    if (request.status === decision) return;
    const isOpen = request.status === "asked" || (request.status === "approved" && decision === "declined");
    if (!isOpen) throw new DomainError("closed", "This request is no longer open.");
    if (decision === "approved") await approve(tx, ctx, { request, session });
    else await end(tx, ctx, { request, session }, "declined");
    await audit(tx, ctx, `offer.request_${decision}`, id);
  });
}

async function approve(tx: Transaction, ctx: Services, { request, session }: FoundRequest): Promise<void> {
  const now = ctx.clock.now();
  if (session.startTime <= now || session.cancelledAt || session.slotFreedAt) {
    throw new DomainError("closed", "This time is over or no longer free.");
  }
  const latest = minutesAfter(now, bookWithinMinutes);
  const until = latest < session.startTime ? latest : session.startTime;
  await tx
    .update(oneToOneRequests)
    .set({ status: "approved", decidedAt: now, bookUntil: until })
    .where(eq(oneToOneRequests.id, request.id));
  await mailApproved(tx, ctx, { request, session, until });
}

/** Ends a locked request and frees its time. Those who took it back themselves are not mailed. */
async function end(
  tx: Transaction,
  ctx: Services,
  { request, session }: FoundRequest,
  status: "declined" | "withdrawn" | "lapsed",
): Promise<void> {
  const decidedAt = ctx.clock.now();
  await tx
    .update(oneToOneRequests)
    .set({ status, decidedAt, network: null })
    .where(eq(oneToOneRequests.id, request.id));
  await freeSlot(tx, ctx, session);
  if (status === "lapsed" && request.status === "asked")
    await mailInstructor(tx, ctx, { request, session, isLapsed: true });
  if (status !== "withdrawn") await mailDeclined(tx, ctx, { request, session, isLapsed: status === "lapsed" });
}

/** Takes a request back; safe to repeat. Throws not_found, closed. */
export async function withdrawRequest(ctx: Context, ref: RequestRef): Promise<void> {
  await requireRequest(ctx.db, ref);
  await inTransaction(ctx, async (tx) => {
    const found = await lockRequest(tx, ref.id);
    const { status } = found.request;
    if (status === "booked")
      throw new DomainError("closed", "This time is booked. You can cancel the booking instead.");
    if (status === "asked" || status === "approved") await end(tx, ctx, found, "withdrawn");
  });
}

/** Ends requests that were not booked, or not answered, in time. Safe to stop and repeat. */
export async function endOverdueRequests(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const now = clock.now();
  await forgetUnconfirmed(services);
  const { requestHours } = await readSiteSettings(services);
  const askedBefore = minutesAfter(now, -60 * requestHours);
  const isOverdue = or(
    and(eq(oneToOneRequests.status, "asked"), lte(oneToOneRequests.createdAt, askedBefore)),
    and(eq(oneToOneRequests.status, "approved"), lte(oneToOneRequests.bookUntil, now)),
    and(inArray(oneToOneRequests.status, ["asked", "approved"]), lte(liveSessions.startTime, now)),
  );
  const overdue = await db
    .select({ id: oneToOneRequests.id })
    .from(oneToOneRequests)
    .innerJoin(liveSessions, eq(liveSessions.id, oneToOneRequests.sessionId))
    .where(isOverdue);
  for (const { id } of overdue) {
    await inTransaction(services, (tx) => endIfOverdue(tx, services, { id, askedBefore })).catch((error: unknown) =>
      log.error({ err: error, requestId: id }, "request not ended; the next run tries again"),
    );
  }
}

async function endIfOverdue(
  tx: Transaction,
  services: Services,
  { id, askedBefore }: { id: string; askedBefore: Date },
): Promise<void> {
  const found = await lockRequest(tx, id);
  const { status, bookUntil, createdAt } = found.request;
  const now = services.clock.now();
  const isUnanswered = found.session.startTime <= now || createdAt <= askedBefore;
  if ((status === "approved" && bookUntil && bookUntil <= now) || (status === "asked" && isUnanswered)) {
    await end(tx, services, found, "lapsed");
  }
}

/** Returns whether an approved request can still be booked. */
export const isBookable = ({ status, bookUntil }: OneToOneRequest, now: Date): boolean =>
  status === "approved" && bookUntil !== null && bookUntil > now;
