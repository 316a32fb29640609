import { randomUUID } from "node:crypto";
import type { Queryable, Transaction } from "@db/client";
import {
  liveSessions,
  oneToOneAnswers,
  type OneToOneRequest,
  oneToOneRequests,
  oneToOneUnconfirmed,
  users,
} from "@db/schema";
import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { displayStart } from "../../core/dates";
import type { EncryptionSettings } from "../../core/encryption";
import { deletedAddress, deletedName, normalEmail } from "../../core/email-address";
import type { Services } from "../../core/services";
import { freeSlot } from "../../catalogue/schedule/instructor-time";
import { readAnswersOf } from "../free-times/answers";
import { type FoundRequest, lockRequestsOf, whereAskedBy } from "./requests";
import { exportUnconfirmed, forgetUnconfirmedOf } from "./unconfirmed";

/** Returns what a member has asked for, oldest first. */
export const listRequestsOf = (db: Queryable, user: { id: string }): Promise<OneToOneRequest[]> =>
  db
    .select()
    .from(oneToOneRequests)
    .where(whereAskedBy(user))
    .orderBy(asc(oneToOneRequests.createdAt), asc(oneToOneRequests.id));

type AskingPerson = { userId: string | null; address: string | null };

/** Returns the condition of requests of a person: of their account, and as a guest with their address. */
const wherePersonAsked = ({ userId, address }: AskingPerson) =>
  or(
    inArray(oneToOneRequests.userId, userId === null ? [] : [userId]),
    and(
      isNull(oneToOneRequests.userId),
      inArray(sql`lower(${oneToOneRequests.email})`, address === null ? [] : [address]),
    ),
  );

/** Returns what a person has asked for, confirmed or not, for the export under People; no keys. */
export const exportRequestsOf = async (db: Queryable, settings: EncryptionSettings, person: AskingPerson) => [
  ...(await readRequests(db, settings, wherePersonAsked(person))),
  ...(await exportUnconfirmed(db, settings, whereKeptOf(person))),
];

/** Returns the condition of what a person has not confirmed: of their account, and with their address. */
const whereKeptOf = ({ userId, address }: AskingPerson) =>
  or(
    inArray(oneToOneUnconfirmed.userId, userId === null ? [] : [userId]),
    inArray(sql`lower(${oneToOneUnconfirmed.email})`, address === null ? [] : [normalEmail(address)]),
  );

/** A request as the page of a person shows it. */
export type AskedTime = Pick<OneToOneRequest, "id" | "status"> & { title: string; when: string };

/** Lists what a person has asked for, the newest first. */
export async function listTimesAsked(ctx: Context, person: AskingPerson): Promise<AskedTime[]> {
  const rows = await ctx.db
    .select({ request: oneToOneRequests, session: liveSessions })
    .from(oneToOneRequests)
    .innerJoin(liveSessions, eq(liveSessions.id, oneToOneRequests.sessionId))
    .where(wherePersonAsked(person))
    .orderBy(desc(oneToOneRequests.createdAt), desc(oneToOneRequests.id));
  return rows.map(({ request: { id, status }, session }) => {
    const { shortDate, hours } = displayStart(session, ctx);
    return { id, status, title: session.title, when: `${shortDate}, ${hours}` };
  });
}

/** Returns the name with which a person has asked last; undefined if they never did. */
export async function nameOfAsking(db: Queryable, person: AskingPerson): Promise<string | undefined> {
  const [last] = await db
    .select({ first: oneToOneRequests.firstName, last: oneToOneRequests.lastName })
    .from(oneToOneRequests)
    .where(wherePersonAsked(person))
    .orderBy(desc(oneToOneRequests.createdAt))
    .limit(1);
  return last && `${last.first} ${last.last}`;
}

/** Returns what a member has asked for, confirmed or not, for their export; no keys. */
export const exportRequests = async (
  db: Queryable,
  settings: EncryptionSettings,
  { id: userId, email, emailConfirmedAt }: { id: string; email: string; emailConfirmedAt: Date | null },
) => [
  ...(await readRequests(db, settings, whereAskedBy({ id: userId }))),
  ...(await exportUnconfirmed(db, settings, whereKeptOf({ userId, address: emailConfirmedAt && email }))),
];

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
    title: session.title,
    start: session.startTime,
    status: request.status,
    email: request.email,
    firstName: request.firstName,
    lastName: request.lastName,
    timeZone: request.timeZone,
    createdAt: request.createdAt,
    decidedAt: request.decidedAt,
    answers: answers.get(session.id) ?? [],
  }));
}

type Forgetting = { account: { id: string }; address: string; timeZone: string; sessionIds: string[] };

/** Removes the answers of an account that is deleted, ends its open requests and empties all of them. */
export async function forgetRequests(
  tx: Transaction,
  services: Services,
  { account, address, timeZone, sessionIds }: Forgetting,
): Promise<void> {
  const [own] = await tx.select({ email: users.email }).from(users).where(eq(users.id, account.id));
  await tx.delete(oneToOneUnconfirmed).where(eq(oneToOneUnconfirmed.userId, account.id));
  if (own) await forgetUnconfirmedOf(tx, own.email);
  const asked = await lockRequestsOf(tx, whereAskedBy(account));
  await emptyRequests(tx, services, asked, { email: address, timeZone });
  const heldIds = asked.map(({ session }) => session.id);
  await tx.delete(oneToOneAnswers).where(inArray(oneToOneAnswers.sessionId, [...sessionIds, ...heldIds]));
}

/**
 * Ends the requests of a person that have led to no booking, and removes who asked and what was answered: no books need
 * them. Returns their ids. Safe to repeat.
 */
export async function forgetUnbooked(tx: Transaction, services: Services, person: AskingPerson): Promise<string[]> {
  if (person.address !== null) await forgetUnconfirmedOf(tx, person.address);
  return forgetThese(tx, services, and(wherePersonAsked(person), ne(oneToOneRequests.status, "booked")));
}

/** Removes who asked and what was answered from a request that has ended. Returns whether it has. */
export async function forgetEnded(tx: Transaction, services: Services, { id }: { id: string }): Promise<boolean> {
  const hasEnded = inArray(oneToOneRequests.status, ["declined", "withdrawn", "lapsed"]);
  return (await forgetThese(tx, services, and(eq(oneToOneRequests.id, id), hasEnded))).length > 0;
}

async function forgetThese(tx: Transaction, services: Services, areThese: SQL | undefined): Promise<string[]> {
  const asked = await lockRequestsOf(tx, areThese);
  const email = deletedAddress(randomUUID());
  await emptyRequests(tx, services, asked, { email, timeZone: services.settings.siteTimeZone, userId: null });
  const sessionIds = asked.map(({ session }) => session.id);
  await tx.delete(oneToOneAnswers).where(inArray(oneToOneAnswers.sessionId, sessionIds));
  return asked.map(({ request }) => request.id);
}

type Remains = Pick<OneToOneRequest, "email" | "timeZone"> & { userId?: null };

async function emptyRequests(tx: Transaction, services: Services, asked: FoundRequest[], remains: Remains) {
  const areThese = inArray(
    oneToOneRequests.id,
    asked.map(({ request }) => request.id),
  );
  const isOpen = inArray(oneToOneRequests.status, ["asked", "approved"]);
  const withdrawn = { status: "withdrawn" as const, decidedAt: services.clock.now() };
  await tx.update(oneToOneRequests).set(withdrawn).where(and(areThese, isOpen));
  await tx
    .update(oneToOneRequests)
    .set({
      firstName: deletedName.first,
      lastName: deletedName.last,
      network: null,
      ...remains,
      manageKey: sql`default`,
    })
    .where(areThese);
  for (const { session } of asked) await freeSlot(tx, services, session);
}
