import type { Queryable, Transaction } from "@db/client";
import { liveSessions, oneToOneAnswers, type OneToOneRequest, oneToOneRequests } from "@db/schema";
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { EncryptionSettings } from "../../core/encryption";
import { deletedName } from "../../core/email-address";
import type { Services } from "../../core/services";
import { freeSlot } from "../schedule/instructor-time";
import { readAnswersOf } from "../free-times/answers";
import { lockRequestsOf, whereAskedBy } from "./requests";

/** Returns what a member has asked for, oldest first. */
export const listRequestsOf = (db: Queryable, user: { id: string }): Promise<OneToOneRequest[]> =>
  db
    .select()
    .from(oneToOneRequests)
    .where(whereAskedBy(user))
    .orderBy(asc(oneToOneRequests.createdAt), asc(oneToOneRequests.id));

type AskingPerson = { userId: string | null; address: string | null };

/** Returns what a person has asked for, for the export under People; no keys. */
export function exportRequestsOf(db: Queryable, settings: EncryptionSettings, { userId, address }: AskingPerson) {
  const isAsGuest = and(
    isNull(oneToOneRequests.userId),
    inArray(sql`lower(${oneToOneRequests.email})`, address === null ? [] : [address]),
  );
  const isOfAccount = inArray(oneToOneRequests.userId, userId === null ? [] : [userId]);
  return readRequests(db, settings, or(isOfAccount, isAsGuest));
}

/** Returns what a member has asked for, for their export; no keys. */
export const exportRequests = (db: Queryable, settings: EncryptionSettings, user: { id: string }) =>
  readRequests(db, settings, whereAskedBy(user));

async function readRequests(db: Queryable, settings: EncryptionSettings, isTheirs: SQL | undefined) {
  const rows = await db
    .select({ request: oneToOneRequests, session: liveSessions })
    .from(oneToOneRequests)
    .innerJoin(liveSessions, eq(liveSessions.id, oneToOneRequests.sessionId))
    .where(isTheirs)
    .orderBy(asc(oneToOneRequests.createdAt), asc(oneToOneRequests.id));
  const ids = rows.map(({ session }) => session.id);
  const answers = await readAnswersOf(db, settings, ids);
  return rows.map(({ request, session }) => ({
    ...{ title: session.title, start: session.startTime, status: request.status, email: request.email },
    ...{ firstName: request.firstName, lastName: request.lastName, timeZone: request.timeZone },
    ...{ createdAt: request.createdAt, decidedAt: request.decidedAt, answers: answers.get(session.id) ?? [] },
  }));
}

type Forgetting = { account: { id: string }; address: string; timeZone: string; sessionIds: string[] };

/** Removes the answers of an account that is deleted, ends its open requests and empties all of them. */
export async function forgetRequests(
  tx: Transaction,
  services: Services,
  { account, address, timeZone, sessionIds }: Forgetting,
): Promise<void> {
  const asked = await lockRequestsOf(tx, account);
  const isOpen = inArray(oneToOneRequests.status, ["asked", "approved"]);
  const ids = asked.map(({ request }) => request.id);
  const withdrawn = { status: "withdrawn" as const, decidedAt: services.clock.now() };
  await tx
    .update(oneToOneRequests)
    .set(withdrawn)
    .where(and(inArray(oneToOneRequests.id, ids), isOpen));
  await tx
    .update(oneToOneRequests)
    .set({
      ...{ firstName: deletedName.first, lastName: deletedName.last, email: address, timeZone },
      manageKey: sql`default`,
    })
    .where(inArray(oneToOneRequests.id, ids));
  for (const { session } of asked) await freeSlot(tx, services, session);
  const heldIds = asked.map(({ session }) => session.id);
  await tx.delete(oneToOneAnswers).where(inArray(oneToOneAnswers.sessionId, [...sessionIds, ...heldIds]));
}
