import { randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { auditEntries, sessionCategories, users } from "@db/schema";
import type { Queryable } from "@db/client";
import { countPlacesOf } from "../../catalogue/schedule/places";
import { readPricing } from "../../catalogue/schedule/price-rates";
import type { Context } from "../../core/context";
import { versionOf } from "../../core/forms";
import { formStateOf, formValuesOf, type SessionField } from "./session-values";
import { findSession } from "../../catalogue/schedule/find-session";
import { timeIn } from "../../core/dates";

export async function getNewSessionForm(ctx: Context) {
  return { ...(await readChoices(ctx)), formKey: randomUUID() };
}

/**
 * Returns the form of a session. `since`: the version of an earlier form, to list what others have changed. Throws
 * not_found.
 */
export async function getSessionForm(ctx: Context, { id, since }: { id: string; since?: string | undefined }) {
  const session = await findSession(ctx.db, id);
  const places = await countPlacesOf(ctx.db, id);
  const { priceRates: rates } = await readPricing(ctx.db, session);
  return {
    ...(await readChoices(ctx)),
    id,
    title: session.title,
    isCancelled: session.cancelledAt !== null,
    version: versionOf(formStateOf(session, rates)),
    values: formValuesOf(session, rates, ctx.visitor.timeZone),
    image: session.thumbnailUrl,
    places,
    changes: since === undefined ? null : await changesSince(ctx, id, since),
  };
}

async function readChoices(ctx: Context) {
  const { timeZone } = ctx.visitor;
  const rows = await ctx.db
    .select({ name: sessionCategories.name })
    .from(sessionCategories)
    .orderBy(sessionCategories.name);
  return { categories: rows.map(({ name }) => name), timeZone };
}

async function changesSince({ db, visitor }: { db: Queryable } & Pick<Context, "visitor">, id: string, since: string) {
  const edits = await db
    .select({ details: auditEntries.details, at: auditEntries.createdAt, name: users.fullName })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(
      and(
        eq(auditEntries.subjectType, "session"),
        eq(auditEntries.subjectId, id),
        eq(auditEntries.action, "session.edited"),
      ),
    )
    .orderBy(desc(auditEntries.createdAt));
  const rows = edits.slice(0, edits.findIndex(({ details }) => details?.replaced === since) + 1);
  const fields = rows.flatMap(({ details }) => (details?.changed ?? []) as SessionField[]);
  const [last] = rows;
  const at = last ? timeIn(last.at, visitor.timeZone) : null;
  return { fields: [...new Set(fields)], by: last?.name ?? null, at };
}
