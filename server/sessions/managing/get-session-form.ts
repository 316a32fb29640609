import { randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { auditEntries, liveSessions, sessionCategories, users } from "@db/schema";
import type { Queryable } from "@db/client";
import { countPlacesOf } from "../schedule/places";
import { priceContext } from "../../selling/money/price-context";
import { readPricing } from "../schedule/price-rates";
import { priceFieldNames } from "../../selling/money/price-schemas";
import { ratesOfCopy } from "../../selling/money/typed-prices";
import type { Context } from "../../core/context";
import { versionOf } from "../../core/forms";
import { formStateOf, formValuesOf, type SessionField } from "./session-values";
import { findSession } from "../schedule/find-session";
import { timeIn } from "../../core/dates";

export async function getNewSessionForm(ctx: Context) {
  return { ...(await readChoices(ctx)), formKey: randomUUID(), values: await lastUsed(ctx) };
}

const kept = [
  ...(["durationMinutes", "maxAttendees", "creditCost", "price", "priceCurrency", "pricing"] as const),
  ...(["locationType", "address", "city", "postCode", "category"] as const),
];

/** Returns what the last created session has in common with most others; null before the first one. */
async function lastUsed(ctx: Context) {
  const [last] = await ctx.db.select().from(liveSessions).orderBy(desc(liveSessions.createdAt)).limit(1);
  if (!last) return null;
  const { priceRates } = await readPricing(ctx.db, last);
  const values = formValuesOf(last, ratesOfCopy(priceRates, priceContext(ctx).today), ctx.visitor.timeZone);
  const prices = Object.fromEntries(priceFieldNames.map((field) => [field, values[field] ?? ""]));
  return { ...Object.fromEntries(kept.map((field) => [field, values[field]])), ...prices };
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
