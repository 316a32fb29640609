import { inTransaction } from "../core/transaction";
import type { Queryable, Transaction } from "@db/client";
import { isTaken } from "@db/errors";
import { discountCodes } from "@db/schema";
import { and, eq, ne } from "drizzle-orm";
import { DateTime } from "luxon";
import { audit } from "../audit/record-audit";
import type { Context, MemberContext } from "../core/context";
import { DomainError, present } from "../core/errors";
import { refuseOutdated, versionOf } from "../core/forms";
import { minorOf, typedOf } from "../money/convert-price";
import { describeTerms } from "../money/discount";
import { countUses, type DiscountCode, termsOf } from "./discount-codes";
import type { CodeForm, EditedCode, NewCode, OpenedCode } from "./schemas";
import { dayOf } from "../core/dates";

/**
 * Makes a discount code. The form's key becomes its id: the same form posted twice makes one. Throws invalid (the name
 * is taken), busy.
 */
export async function createCode(ctx: MemberContext, { formKey: id, ...form }: NewCode): Promise<{ code: string }> {
  return changeCodes(ctx, async (tx) => {
    const now = ctx.clock.now();
    // Waits for a concurrent insert of the same id or name.
    const [made] = await tx
      .insert(discountCodes)
      .values({ id, ...codeValues(form, null), createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (!made) return { code: await madeBefore(tx, { id, code: form.code }) };
    const details = { code: made.code, terms: describeTerms(termsOf(made)) };
    await audit(tx, ctx, "code.created", id, details);
    return { code: made.code };
  });
}

/** What the same form has made. Throws invalid where it is another code that has the name. */
async function madeBefore(tx: Transaction, { id, code }: { id: string; code: string }): Promise<string> {
  const [known] = await tx.select().from(discountCodes).where(eq(discountCodes.id, id));
  if (known) return known.code;
  await requireFreeCode(tx, { id, code });
  throw new DomainError("busy", "That did not go through. Please try again.");
}

/**
 * Saves a code as it was typed; what was agreed with it stays as it was agreed. One that is in use keeps its name, by
 * which its uses are counted. Throws not_found, changed_meanwhile, invalid (with the field), busy.
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
  new DomainError("invalid", "This code is in use and keeps its name. Please make another one.", { field: "code" });

function changedIn(before: DiscountCode, after: DiscountCode): string[] {
  const valueOf = (value: unknown) => (value instanceof Date ? value.getTime() : value);
  const keys = Object.keys(after) as (keyof DiscountCode)[];
  return keys.filter((key) => valueOf(after[key]) !== valueOf(before[key]));
}

/** Deletes a code: it can't be used any more, and what was agreed with it stays agreed. Throws not_found, busy. */
export async function deleteCode(ctx: MemberContext, { id }: { id: string }): Promise<{ code: string }> {
  return changeCodes(ctx, async (tx) => {
    const { code } = await lockCodeById(tx, id);
    await tx.delete(discountCodes).where(eq(discountCodes.id, id));
    await audit(tx, ctx, "code.deleted", id, { code });
    return { code };
  });
}

/** A code as its form is filled with it, its days in the admin's zone. Throws not_found. */
export async function getCodeForm({ db, visitor }: Context, { id }: { id: string }): Promise<OpenedCode> {
  const row = await requireCode(db, id);
  const { code, discountType: type, discountAmountMinor, discountPercentage, isActive, isOneTimeUse } = row;
  return {
    ...{ code, type, isActive, isOneTimeUse, ...daysOf(row, visitor.timeZone) },
    percentage: discountPercentage === null ? "" : String(discountPercentage),
    amount: discountAmountMinor === null ? "" : typedOf(discountAmountMinor),
    currency: row.discountCurrency ?? "GBP",
    maxUses: row.maxUses === null ? "" : String(row.maxUses),
    uses: await countUses(db, code),
    version: versionOf(row),
  };
}

/** Throws not_found. */
async function requireCode(db: Queryable, id: string): Promise<DiscountCode> {
  const [found] = await db.select().from(discountCodes).where(eq(discountCodes.id, id));
  if (!found) throw new DomainError("not_found", "Discount code not found");
  return found;
}

/** Locks a code as those do who redeem it: what is decided here about its uses holds until the transaction ends. */
async function lockCodeById(tx: Transaction, id: string): Promise<DiscountCode> {
  await tx.select().from(discountCodes).where(eq(discountCodes.id, id)).for("update");
  return requireCode(tx, id);
}

/** Throws invalid where another code is called so. */
async function requireFreeCode(tx: Transaction, { id, code }: { id: string; code: string }): Promise<void> {
  const others = await tx.$count(discountCodes, and(eq(discountCodes.code, code), ne(discountCodes.id, id)));
  if (others > 0) throw taken();
}

const taken = () => new DomainError("invalid", "There is a code with this name already.", { field: "code" });

/** A transaction that changes codes. Throws busy; and invalid if the name was taken a moment before. */
async function changeCodes<Value>(
  services: Pick<MemberContext, "db">,
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  try {
    return await inTransaction(services, work, "This code is in use. Please try again.");
  } catch (error) {
    if (isTaken(error)) throw taken();
    throw error;
  }
}

/** A code as it was typed, in the columns of its row. `before` is the row that is edited. */
function codeValues(form: CodeForm, before: DiscountCode | null): Omit<DiscountCode, "id" | "createdAt"> {
  const isPart = form.type === "percentage";
  return {
    code: form.code,
    discountType: form.type,
    discountPercentage: isPart ? present(form.percentage, "a percentage") : null,
    discountAmountMinor: isPart ? null : minorOf(present(form.amount, "an amount")),
    discountCurrency: isPart ? null : form.currency,
    isActive: form.isActive,
    isOneTimeUse: form.isOneTimeUse,
    // Once is a number of uses already.
    maxUses: form.isOneTimeUse ? null : (form.maxUses ?? null),
    ...validityOf(form, before),
  };
}

type Days = { firstDay?: string | undefined; lastDay?: string | undefined; timeZone: string };
type Validity = Pick<DiscountCode, "validFrom" | "validUntil">;

/** The days on which a code can be used, by the clocks of a zone; empty where there is no such limit. */
function daysOf({ validFrom, validUntil }: Validity, zone: string): { firstDay: string; lastDay: string } {
  return {
    firstDay: validFrom ? isoDay(dayAt(validFrom, zone)) : "",
    lastDay: validUntil ? isoDay(lastDayAt(validUntil, zone)) : "",
  };
}

/**
 * From the first day's beginning until right before the end of the last one. A day that is the one shown stays the
 * instant that it was, whatever zone it was typed in. Throws invalid for a zone that there isn't.
 */
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

/** "Dec 1, 2026 to Dec 24, 2026", "From Dec 1, 2026", "Until Dec 24, 2026"; null for always. */
export function printDays({ validFrom, validUntil }: Validity, zone: string): string | null {
  const from = validFrom && dayOf(validFrom, zone);
  const until = validUntil && dayOf(new Date(validUntil.getTime() - 1), zone);
  if (from && until) return `${from} to ${until}`;
  return from ? `From ${from}` : until && `Until ${until}`;
}

const dayAt = (instant: Date, zone: string) => DateTime.fromJSDate(instant, { zone });

/** The end is the first instant at which it can't be used any more. */
const lastDayAt = (validUntil: Date, zone: string) => dayAt(new Date(validUntil.getTime() - 1), zone);

const isoDay = (day: DateTime) => day.toFormat("yyyy-MM-dd");
