import { desc, sql } from "drizzle-orm";
import { discountCodes } from "@db/schema";
import { describeTerms } from "../money/quote";
import { pageLength, pageOf } from "../core/pagination";
import type { Context } from "../core/context";
import { countUsesOf, type DiscountCode, termsOf } from "./discount-codes";
import { dayOf } from "../core/dates";
import { printDays } from "./manage-codes";
import type { CodeList, CodeQuery, ListedCode } from "./schemas";

export async function listCodes({ db, visitor, clock }: Context, query: CodeQuery): Promise<CodeList> {
  const isMeant = query.search ? sql`position(upper(${query.search}) in ${discountCodes.code}) > 0` : undefined;
  const { page, offset } = pageOf(query.page, await db.$count(discountCodes, isMeant));
  const rows = await db
    .select()
    .from(discountCodes)
    .where(isMeant)
    .orderBy(desc(discountCodes.createdAt), desc(discountCodes.id))
    .limit(pageLength)
    .offset(offset);
  const names = rows.map(({ code }) => code);
  const uses = await countUsesOf(db, names);
  const asked = { zone: visitor.timeZone, now: clock.now() };
  return { codes: rows.map((row) => listed(row, uses.get(row.code) ?? 0, asked)), page };
}

type ZonedNow = { zone: string; now: Date };

function listed(row: DiscountCode, uses: number, asked: ZonedNow): ListedCode {
  const { id, code, isActive, isOneTimeUse, createdAt } = row;
  const limit = isOneTimeUse ? 1 : row.maxUses;
  return {
    ...{ id, code, isActive, isOneTimeUse, uses, limit },
    terms: describeTerms(termsOf(row)),
    standing: isActive ? standingOf(row, limit !== null && uses >= limit, asked) : null,
    validity: printDays(row, asked.zone),
    createdAt: dayOf(createdAt, asked.zone),
  };
}

function standingOf({ validFrom, validUntil }: DiscountCode, isUsedUp: boolean, { now }: ZonedNow): string | null {
  if (validUntil && now >= validUntil) return "Expired";
  if (isUsedUp) return "Used up";
  return validFrom && now < validFrom ? "Not yet" : null;
}
