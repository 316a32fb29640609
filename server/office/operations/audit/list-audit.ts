import { and, asc, desc, eq, gte, isNull, lt } from "drizzle-orm";
import { DateTime } from "luxon";
import type { z } from "zod";
import { auditEntries, users } from "@db/schema";
import { countFound, type Page, pageOf } from "../../../core/pagination";
import type { MemberContext } from "../../../core/context";
import { type Collection, readCollections } from "../../../catalogue/products/catalogue";
import { libraryPath } from "../../../catalogue/products/paths";
import { detailsInWords, phraseOf } from "./describe-entry";
import { findSubjects } from "./find-subjects";
import type { auditQuery } from "../schemas";
import { timeIn } from "../../../core/dates";

type AuditQuery = z.infer<typeof auditQuery>;

type AuditLine = {
  id: string;
  at: string;
  who: string;
  whoId: string | null;
  phrase: string;
  kind: string;
  subjectId: string;
  subject: string | null;
  sessionId: string | null;
  email: string | null;
  /** The path of the page of a recording or a collection. */
  path: string | null;
  isGone: boolean;
  details: string | null;
  reason: string | null;
};

export async function listAudit(
  ctx: MemberContext,
  query: AuditQuery,
): Promise<{ lines: AuditLine[]; page: Page; admins: { id: string; fullName: string }[] }> {
  const { db } = ctx;
  const condition = auditFilter(query, ctx.visitor.timeZone);
  const found = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(condition);
  const paged = pageOf(query.page, condition ? await countFound(db, found) : await db.$count(auditEntries));
  const rows = await db
    .select({ entry: auditEntries, who: users.fullName })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(condition)
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(paged.limit)
    .offset(paged.offset);
  const subjects = await findSubjects(
    db,
    rows.map(({ entry }) => entry),
  );
  const collections = await readCollections(db);
  const admins = await db
    .select({ id: users.id, fullName: users.fullName })
    .from(users)
    .where(eq(users.role, "admin"))
    .orderBy(asc(users.fullName));
  const lines = rows.map(({ entry, who }) => {
    const subject = subjects.get(`${entry.subjectType}:${entry.subjectId}`);
    return {
      id: entry.id,
      at: timeIn(entry.createdAt, ctx.visitor.timeZone),
      who: entry.actorId === null ? "The site" : who || "Someone who has left",
      whoId: entry.actorId,
      phrase: phraseOf(entry.action),
      kind: entry.subjectType,
      subjectId: entry.subjectId,
      subject: subject?.label || namedByKey(entry),
      sessionId: subject?.sessionId ?? null,
      email: subject?.email ?? null,
      path: subject?.path ?? pathOf(entry, collections),
      isGone: subject?.isGone === true || entry.action.endsWith(".deleted"),
      details: detailsInWords(entry.details),
      reason: entry.reason,
    };
  });
  return { lines, page: paged.page, admins };
}

/** A collection is logged by its slug; one that is gone has no page. */
function pathOf(
  { subjectType, subjectId }: typeof auditEntries.$inferSelect,
  collections: Collection[],
): string | null {
  const collection = subjectType === "collection" && collections.find(({ slug }) => slug === subjectId);
  return collection ? libraryPath(collection) : null;
}

function namedByKey({ subjectType, subjectId }: typeof auditEntries.$inferSelect): string | null {
  return ["backup", "collection", "category", "settings", "job"].includes(subjectType)
    ? subjectId.replaceAll("_", " ")
    : null;
}

function auditFilter({ who, kind, from, until }: AuditQuery, zone: string) {
  const dayOf = (text: string | undefined) => {
    const day = text === undefined ? null : DateTime.fromISO(text, { zone });
    return day?.isValid ? day : null;
  };
  const first = dayOf(from);
  const last = dayOf(until);
  return and(
    who === undefined ? undefined : actorFilter(who),
    kind && eq(auditEntries.subjectType, kind),
    first ? gte(auditEntries.createdAt, first.toJSDate()) : undefined,
    last ? lt(auditEntries.createdAt, last.plus({ days: 1 }).toJSDate()) : undefined,
  );
}

function actorFilter(who: string) {
  if (who === "site") return isNull(auditEntries.actorId);
  return who === "members" ? eq(users.role, "member") : eq(auditEntries.actorId, who);
}
