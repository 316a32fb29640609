import type { Queryable, Transaction } from "@db/client";
import { liveSessions, testimonials, users } from "@db/schema";
import { asc, desc, eq, isNotNull, max, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import { lockAccount } from "../../accounts/accounts";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { dayOf } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { refuseOutdated, versionOf } from "../../core/forms";
import { inTransaction } from "../../core/transaction";
import type {
  EditedTestimonial,
  ListedTestimonial,
  NewTestimonial,
  SeriesChoice,
  TestimonialForm,
  TestimonialState,
  TestimonialValues,
  TypedTestimonial,
} from "./schemas";

type TestimonialRow = typeof testimonials.$inferSelect;

/**
 * Adds a testimonial. The form key becomes its id, so posting twice adds it once. Throws invalid (date, series,
 * account).
 */
export async function createTestimonial(ctx: MemberContext, { formKey: id, ...typed }: NewTestimonial): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const userId = await lockUser(tx, typed);
    const values = await rowOf(tx, ctx, typed, null);
    const [made] = await tx
      .insert(testimonials)
      .values({ id, ...values, userId, createdAt: ctx.clock.now() })
      .onConflictDoNothing()
      .returning();
    if (made) await audit(tx, ctx, "testimonial.created", id, { isPublished: made.isPublished });
  });
}

/** Throws not_found, changed_meanwhile, closed (consent withdrawn), invalid (date, series, account). */
export async function editTestimonial(ctx: MemberContext, form: EditedTestimonial): Promise<void> {
  const { id, version, ...typed } = form;
  await inTransaction(ctx, async (tx) => {
    const userId = await lockUser(tx, typed);
    const { row, email } = await lockTestimonial(tx, id);
    if (row.consentWithdrawnAt) throw withdrawn();
    const before = valuesOf(row, email);
    const after = { ...typed, orderIndex: String(typed.orderIndex) };
    refuseOutdated({ now: before, wanted: after, version });
    const changed = keysOf(before).filter((key) => before[key] !== after[key]);
    if (changed.length === 0) return;
    const values = await rowOf(tx, ctx, typed, row);
    await tx
      .update(testimonials)
      .set({ ...values, userId })
      .where(eq(testimonials.id, id));
    await audit(tx, ctx, "testimonial.edited", id, { changed });
  });
}

const keysOf = (values: TestimonialValues) => Object.keys(values) as (keyof TestimonialValues)[];

const withdrawn = () =>
  new DomainError("closed", "Their consent was withdrawn. Add a new testimonial if they agree again.");

/** Hides a testimonial for good and keeps its record. Repeating it changes nothing. Throws not_found. */
export async function withdrawConsent(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { row } = await lockTestimonial(tx, id);
    if (row.consentWithdrawnAt) return;
    const hidden = { isPublished: false, consentWithdrawnAt: ctx.clock.now() };
    await tx.update(testimonials).set(hidden).where(eq(testimonials.id, id));
    await audit(tx, ctx, "testimonial.withdrawn", id);
  });
}

/** Throws not_found. */
export async function deleteTestimonial(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockTestimonial(tx, id);
    await tx.delete(testimonials).where(eq(testimonials.id, id));
    await audit(tx, ctx, "testimonial.deleted", id);
  });
}

/** Returns all testimonials in the order in which they are shown. */
export async function listTestimonials({ db }: MemberContext): Promise<ListedTestimonial[]> {
  const series = await listSeries({ db });
  const rows = await db
    .select()
    .from(testimonials)
    .orderBy(asc(testimonials.orderIndex), asc(testimonials.createdAt), asc(testimonials.id));
  return rows.map((row) => ({
    id: row.id,
    name: row.shownName,
    quote: row.quote,
    series: row.seriesId && labelOf(series, row.seriesId),
    orderIndex: row.orderIndex,
    state: stateOf(row),
  }));
}

function stateOf({ isPublished, consentKind, consentWithdrawnAt }: TestimonialRow): TestimonialState {
  if (consentWithdrawnAt) return "withdrawn";
  if (isPublished) return "published";
  return consentKind ? "draft" : "without_consent";
}

/** Throws not_found. */
export async function getTestimonialForm(ctx: MemberContext, { id }: { id: string }): Promise<TestimonialForm> {
  const { row, email } = await requireTestimonial(ctx.db, id);
  const values = valuesOf(row, email);
  const series = await listSeries(ctx);
  const { seriesId } = values;
  const isUnknown = seriesId !== "" && series.every(({ value }) => value !== seriesId);
  return {
    id,
    values,
    version: versionOf(values),
    series: isUnknown ? [...series, { value: seriesId, label: labelOf(series, seriesId) }] : series,
    withdrawnAt: row.consentWithdrawnAt && dayOf(row.consentWithdrawnAt, ctx.visitor.timeZone),
  };
}

const mostSeries = 200;

/** Returns the newest series, each with the title of its last session. */
export async function listSeries({ db }: { db: Queryable }): Promise<SeriesChoice[]> {
  const { seriesId, title, startTime } = liveSessions;
  const rows = await db
    .select({
      value: sql<string>`${seriesId}`,
      label: sql<string>`(array_agg(${title} order by ${startTime} desc))[1]`,
    })
    .from(liveSessions)
    .where(isNotNull(seriesId))
    .groupBy(seriesId)
    .orderBy(desc(max(startTime)), asc(seriesId))
    .limit(mostSeries);
  return rows;
}

const labelOf = (series: SeriesChoice[], id: string): string =>
  series.find(({ value }) => value === id)?.label ?? "An earlier series";

function valuesOf(row: TestimonialRow, email: string | null): TestimonialValues {
  return {
    quote: row.quote,
    name: row.shownName,
    line: row.line ?? "",
    seriesId: row.seriesId ?? "",
    orderIndex: String(row.orderIndex),
    isPublished: row.isPublished,
    consentKind: row.consentKind ?? "",
    consentOn: row.consentOn ?? "",
    consentNote: row.consentNote ?? "",
    email: email ?? "",
  };
}

/** `before` is null for a new testimonial. Throws invalid. */
async function rowOf(tx: Transaction, ctx: MemberContext, typed: TypedTestimonial, before: TestimonialRow | null) {
  const { name, line, seriesId, consentKind, consentOn, consentNote, email: _, ...same } = typed;
  refuseFuture(ctx, consentOn);
  const isNewSeries = seriesId !== "" && seriesId !== before?.seriesId;
  if (isNewSeries && (await tx.$count(liveSessions, eq(liveSessions.seriesId, seriesId))) === 0) {
    throw new DomainError("invalid", "This series has no sessions. Choose another one.", { field: "seriesId" });
  }
  return {
    ...same,
    shownName: name,
    line: line || null,
    seriesId: seriesId || null,
    consentKind: consentKind || null,
    consentOn: consentOn || null,
    consentNote: consentNote || null,
  };
}

function refuseFuture({ clock, settings }: MemberContext, day: string): void {
  const today = DateTime.fromJSDate(clock.now(), { zone: settings.siteTimeZone }).toISODate() ?? "";
  if (day > today) throw new DomainError("invalid", "This day is still to come.", { field: "consentOn" });
}

/** Waits for a deletion of the account, which deletes its testimonials. Accounts are locked before testimonials. */
async function lockUser(tx: Transaction, { email }: { email: string }): Promise<string | null> {
  if (!email) return null;
  const account = await lockAccount(tx, { email });
  if (account) return account.id;
  throw new DomainError("invalid", "No account has this address. Leave it empty for someone without one.", {
    field: "email",
  });
}

async function requireTestimonial(db: Queryable, id: string): Promise<{ row: TestimonialRow; email: string | null }> {
  const [found] = await db
    .select({ row: testimonials, email: users.email })
    .from(testimonials)
    .leftJoin(users, eq(users.id, testimonials.userId))
    .where(eq(testimonials.id, id));
  if (!found) throw new DomainError("not_found", "Testimonial not found");
  return found;
}

async function lockTestimonial(tx: Transaction, id: string) {
  await tx.select({ id: testimonials.id }).from(testimonials).where(eq(testimonials.id, id)).for("update");
  return requireTestimonial(tx, id);
}
