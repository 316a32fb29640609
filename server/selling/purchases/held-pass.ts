import { passes, purchases } from "@db/schema";
import { and, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { heldPassPath } from "../../core/paths";
import { whereHeldBy } from "../../catalogue/passes/holder";
import { type MyPass, showPasses } from "../../catalogue/passes/my-passes";
import type { InvoicedReceipt } from "../../payments/invoices/read-invoice";
import { printReceipt } from "./my-purchases";
import type { HeldPassRef } from "./schemas";

/** A guest's pass; `pass` is null if an account has taken it over, which shows it where it lists its passes. */
type HeldPass = { purchaseId: string; pass: (MyPass & { holder: { name: string; email: string } }) | null };

/** Returns the pass that a link or this browser opens. Throws not_found for a wrong key and another's pass alike. */
export async function getHeldPass(ctx: Context, ref: HeldPassRef): Promise<HeldPass> {
  const { purchase, pass } = await requireHeld(ctx, ref);
  const [shown] = purchase.userId === null ? await showPasses(ctx, [pass]) : [];
  if (!shown) return { purchaseId: purchase.id, pass: null };
  const receiptPath = `${heldPassPath(purchase.id)}/receipt${ref.key ? `?key=${ref.key}` : ""}`;
  const holder = { name: purchase.customerName, email: purchase.customerEmail };
  return { purchaseId: purchase.id, pass: { ...shown, receiptPath, holder } };
}

/** Throws not_found, also once an account has taken the pass over. */
export async function getHeldReceipt(ctx: Context, ref: HeldPassRef): Promise<InvoicedReceipt> {
  const { purchase } = await requireHeld(ctx, ref);
  if (purchase.userId !== null) throw notFound();
  return printReceipt(ctx, purchase);
}

const notFound = () => new DomainError("not_found", "Pass not found");

async function requireHeld(ctx: Context, { purchaseId, key }: HeldPassRef) {
  const [held] = await ctx.db
    .select({ purchase: purchases, pass: passes })
    .from(passes)
    .innerJoin(purchases, eq(purchases.id, passes.purchaseId))
    .where(and(eq(purchases.id, purchaseId), isNull(purchases.archivedAt), whereOpenedBy(ctx, key)));
  if (!held) throw notFound();
  return held;
}

/** Admits the holder of the mailed key, and the browser that has bought the pass or opened it by its key. */
const whereOpenedBy = (ctx: Context, key: string | undefined): SQL =>
  or(key ? eq(purchases.manageKey, key) : undefined, whereHeldBy(ctx)) ?? sql`false`;
