import type { Queryable, Transaction } from "@db/client";
import { isUniqueViolation } from "@db/errors";
import { discountCodes } from "@db/schema";
import { and, desc, eq, ne, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import { audit } from "../../core/record-audit";
import type { Context, MemberContext } from "../../core/context";
import { dayOf } from "../../core/dates";
import { DomainError, requirePresent } from "../../core/errors";
import { refuseOutdated, versionOf } from "../../core/forms";
import { pageLength, pageOf } from "../../core/pagination";
import { inTransaction } from "../../core/transaction";
import { inputValueOf, parseMinor } from "../../platform/money/convert-price";
import { describeTerms } from "../../platform/money/quote";
import { countUses, countUsesOf, type DiscountCode, termsOf, lockCodeRow } from "./discount-codes";
import type { CodeForm, CodeList, CodeQuery, EditedCode, ListedCode, NewCode, OpenedCode } from "./schemas";

/** Adds a code. The form key becomes its id, so posting twice creates it once. Throws invalid (name taken), busy. */
export async function createCode(ctx: MemberContext, { formKey: id, ...form }: NewCode): Promise<{ code: string }> {
  return changeCodes(ctx, async (tx) => {
    const now = ctx.clock.now();
    const [made] = await tx
      .insert(discountCodes)
      .values({ id, ...codeValues(form, null), createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (!made) return { code: await codeOfRepeatedForm(tx, { id, code: form.code }) };
    const details = { code: made.code, terms: describeTerms(termsOf(made)) };
    await audit(tx, ctx, "code.created", id, details);
    return { code: made.code };
  });
}

async function codeOfRepeatedForm(tx: Transaction, { id, code }: { id: string; code: string }): Promise<string> {
  const [known] = await tx.select().from(discountCodes).where(eq(discountCodes.id, id));
  if (known) return known.code;
  await requireFreeCode(tx, { id, code });
  throw new DomainError("busy", "That did not go through. Please try again.");
}

/**
 * Changes a code. A used one keeps its name, by which uses are counted. Throws not_found, changed_meanwhile, invalid,
 * busy.
 */
export async function editCode(ctx: MemberContext, { id, version, ...form }: EditedCode): Promise<{ code: string }> {
  return changeCodes(ctx, async (tx) => {
    const before = await lockCodeById(tx, id);
    const after = { ...before, ...codeValues(form, before) };
    const changed = changedIn(before, after);
    refuseOutdated({ now: before, wanted: after, version });
    if (changed.length === 0) return { code: before.code };
    if (before.code !== after.code) {
      if ((await countUses(tx, before.code)) > 0) throw inUse();
      await requireFreeCode(tx, after);
    }
    await tx.update(discountCodes).set(after).where(eq(discountCodes.id, id));
    await audit(tx, ctx, "code.edited", id, { code: after.code, changed });
    return { code: after.code };
  });
}

const inUse = () =>
  new DomainError("invalid", "This code is in use, so its name can’t change. Please create another code.", {
    field: "code",
  });

function changedIn(before: DiscountCode, after: DiscountCode): string[] {
  const valueOf = (value: unknown) => (value instanceof Date ? value.getTime() : value);
  const keys = Object.keys(after) as (keyof DiscountCode)[];
  return keys.filter((key) => valueOf(after[key]) !== valueOf(before[key]));
}

export async function deleteCode(ctx: MemberContext, { id }: { id: string }): Promise<{ code: string }> {
  return changeCodes(ctx, async (tx) => {
    const { code } = await lockCodeById(tx, id);
    await tx.delete(discountCodes).where(eq(discountCodes.id, id));
    await audit(tx, ctx, "code.deleted", id, { code });
    return { code };
  });
}

export async function getCodeForm({ db, visitor }: Context, { id }: { id: string }): Promise<OpenedCode> {
  const row = await requireCode(db, id);
  const { code, discountType: type, discountAmountMinor, discountPercentage, isActive, isOneTimeUse } = row;
  return {
    code,
    type,
    isActive,
    isOneTimeUse,
    ...daysOf(row, visitor.timeZone),
    percentage: discountPercentage === null ? "" : String(discountPercentage),
    amount: discountAmountMinor === null ? "" : inputValueOf(discountAmountMinor),
    currency: row.discountCurrency ?? "GBP",
    maxUses: row.maxUses === null ? "" : String(row.maxUses),
    uses: await countUses(db, code),
    version: versionOf(row),
  };
}

async function requireCode(db: Queryable, id: string): Promise<DiscountCode> {
  const [found] = await db.select().from(discountCodes).where(eq(discountCodes.id, id));
  if (!found) throw new DomainError("not_found", "Discount code not found");
  return found;
}

async function lockCodeById(tx: Transaction, id: string): Promise<DiscountCode> {
  await lockCodeRow(tx, id);
  return requireCode(tx, id);
}

async function requireFreeCode(tx: Transaction, { id, code }: { id: string; code: string }): Promise<void> {
  const others = await tx.$count(discountCodes, and(eq(discountCodes.code, code), ne(discountCodes.id, id)));
  if (others > 0) throw takenError();
}

const takenError = () => new DomainError("invalid", "A code with this name already exists.", { field: "code" });

async function changeCodes<Value>(
  services: Pick<MemberContext, "db">,
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  try {
    return await inTransaction(services, work, "This code is in use. Please try again.");
  } catch (error) {
    if (isUniqueViolation(error)) throw takenError();
    throw error;
  }
}

function codeValues(form: CodeForm, before: DiscountCode | null): Omit<DiscountCode, "id" | "createdAt"> {
  const isPart = form.type === "percentage";
  return {
    code: form.code,
    discountType: form.type,
    discountPercentage: isPart ? requirePresent(form.percentage, "a percentage") : null,
    discountAmountMinor: isPart ? null : parseMinor(requirePresent(form.amount, "an amount")),
    discountCurrency: isPart ? null : form.currency,
    isActive: form.isActive,
    isOneTimeUse: form.isOneTimeUse,
    maxUses: form.isOneTimeUse ? null : (form.maxUses ?? null),
    ...validityOf(form, before),
  };
}

type Days = { firstDay?: string | undefined; lastDay?: string | undefined; timeZone: string };
type Validity = Pick<DiscountCode, "validFrom" | "validUntil">;

function daysOf({ validFrom, validUntil }: Validity, zone: string): { firstDay: string; lastDay: string } {
  return {
    firstDay: validFrom ? isoDay(dayAt(validFrom, zone)) : "",
    lastDay: validUntil ? isoDay(lastDayAt(validUntil, zone)) : "",
  };
}

/** An unchanged day keeps its instant, whatever zone it was typed in. Throws invalid for an unknown zone. */
function validityOf({ firstDay, lastDay, timeZone: zone }: Days, before: Validity | null): Validity {
  if (!DateTime.local({ zone }).isValid) throw new DomainError("invalid", "This time zone is unknown.");
  const shown = before ? daysOf(before, zone) : { firstDay: "", lastDay: "" };
  const startOf = (day: string) => DateTime.fromISO(day, { zone }).startOf("day");
  const validFrom = firstDay && startOf(firstDay).toJSDate();
  const validUntil = lastDay && startOf(lastDay).plus({ days: 1 }).startOf("day").toJSDate();
  return {
    validFrom: (firstDay === shown.firstDay && before?.validFrom) || validFrom || null,
    validUntil: (lastDay === shown.lastDay && before?.validUntil) || validUntil || null,
  };
}

function printDays({ validFrom, validUntil }: Validity, zone: string): string | null {
  const from = validFrom && dayOf(validFrom, zone);
  const until = validUntil && dayOf(new Date(validUntil.getTime() - 1), zone);
  if (from && until) return `${from} to ${until}`;
  return from ? `From ${from}` : until && `Until ${until}`;
}

const dayAt = (instant: Date, zone: string) => DateTime.fromJSDate(instant, { zone });

/** `validUntil` is exclusive. */
const lastDayAt = (validUntil: Date, zone: string) => dayAt(new Date(validUntil.getTime() - 1), zone);

const isoDay = (day: DateTime) => day.toFormat("yyyy-MM-dd");

export async function listCodes({ db, visitor, clock }: Context, query: CodeQuery): Promise<CodeList> {
  const isFound = query.search ? sql`position(upper(${query.search}) in ${discountCodes.code}) > 0` : undefined;
  const { page, offset } = pageOf(query.page, await db.$count(discountCodes, isFound));
  const rows = await db
    .select()
    .from(discountCodes)
    .where(isFound)
    .orderBy(desc(discountCodes.createdAt), desc(discountCodes.id))
    .limit(pageLength)
    .offset(offset);
  const names = rows.map(({ code }) => code);
  const uses = await countUsesOf(db, names);
  const time = { zone: visitor.timeZone, now: clock.now() };
  return { codes: rows.map((row) => printCode(row, uses.get(row.code) ?? 0, time)), page };
}

type ZonedTime = { zone: string; now: Date };

function printCode(row: DiscountCode, uses: number, time: ZonedTime): ListedCode {
  const { id, code, isActive, isOneTimeUse, createdAt } = row;
  const limit = isOneTimeUse ? 1 : row.maxUses;
  return {
    id,
    code,
    isActive,
    isOneTimeUse,
    uses,
    limit,
    terms: describeTerms(termsOf(row)),
    standing: isActive ? standingOf(row, limit !== null && uses >= limit, time) : null,
    validity: printDays(row, time.zone),
    createdAt: dayOf(createdAt, time.zone),
  };
}

function standingOf({ validFrom, validUntil }: DiscountCode, isUsedUp: boolean, { now }: ZonedTime): string | null {
  if (validUntil && now >= validUntil) return "Expired";
  if (isUsedUp) return "Used up";
  return validFrom && now < validFrom ? "Not yet" : null;
}
