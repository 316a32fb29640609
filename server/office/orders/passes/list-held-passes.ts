import type { Queryable } from "@db/client";
import { type Pass, passes, passTerms, products, purchases } from "@db/schema";
import { and, asc, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { dayOf } from "../../../core/dates";
import { shownEmail } from "../../../core/email-address";
import { countFound, pageOf } from "../../../core/pagination";
import { readBalances } from "../../../catalogue/passes/balance";
import { matches, searchedPurchase } from "../order-search";
import { heldStateOf, isInState } from "../../../catalogue/passes/held-state";
import type { HeldPassList, HeldPassQuery, ListedHeldPass } from "./schemas";

/** Lists the passes that were bought or given, the newest first. Those whose order was removed are left out. */
export async function listHeldPasses(ctx: Context, query: HeldPassQuery): Promise<HeldPassList> {
  const { db, clock } = ctx;
  const condition = and(
    isNull(purchases.archivedAt),
    query.pass === "" ? undefined : eq(passes.productId, query.pass),
    query.state === "" ? undefined : isInState(query.state, clock.now()),
    query.search === "" ? undefined : matches(db, searchedPurchase, query.search),
  );
  const found = db
    .select({ id: passes.id })
    .from(passes)
    .innerJoin(purchases, eq(purchases.id, passes.purchaseId))
    .where(condition);
  const paged = pageOf(query.page, await countFound(db, found));
  const rows = await readHeld(db, condition, paged);
  return { passes: await printAll(ctx, rows), products: await listProducts(db), page: paged.page };
}

/** Finds passes by their holder or the reference of their order, the newest first. */
export async function findHeldPasses(ctx: Context, search: string, limit: number): Promise<ListedHeldPass[]> {
  const isFound = and(isNull(purchases.archivedAt), matches(ctx.db, searchedPurchase, search));
  return printAll(ctx, await readHeld(ctx.db, isFound, { limit, offset: 0 }));
}

type Purchase = typeof purchases.$inferSelect;
type HeldRow = { pass: Pass; purchase: Purchase };

const readHeld = (
  db: Queryable,
  condition: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<HeldRow[]> =>
  db
    .select({ pass: passes, purchase: purchases })
    .from(passes)
    .innerJoin(purchases, eq(purchases.id, passes.purchaseId))
    .where(condition)
    .orderBy(desc(passes.createdAt), desc(passes.id))
    .limit(limit)
    .offset(offset);

async function printAll({ db, clock, settings, visitor }: Context, rows: HeldRow[]): Promise<ListedHeldPass[]> {
  const balances = await readBalances(
    db,
    rows.map(({ pass }) => pass.id),
  );
  return rows.map(({ pass, purchase }) => {
    const left = balances.get(pass.id) ?? 0;
    return {
      id: pass.id,
      title: pass.title,
      holder: purchase.customerName,
      email: shownEmail(purchase.customerEmail),
      boughtOn: dayOf(pass.createdAt, visitor.timeZone),
      left: leftInWords(pass, left),
      until: pass.endsAt ? `Until ${dayOf(new Date(pass.endsAt.getTime() - 1), settings.siteTimeZone)}` : "Not begun",
      state: heldStateOf(pass, left, clock.now()),
    };
  });
}

function leftInWords({ credits }: Pick<Pass, "credits">, left: number): string {
  if (credits === null) return "Any number";
  return left > credits ? `${left} left` : `${left} of ${credits} left`;
}

async function listProducts(db: Queryable): Promise<HeldPassList["products"]> {
  const rows = await db
    .select({ value: products.id, label: products.title })
    .from(products)
    .innerJoin(passTerms, eq(passTerms.productId, products.id))
    .orderBy(asc(products.createdAt), asc(products.id));
  return rows;
}
