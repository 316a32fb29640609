import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Account, passes, passTerms, products, purchases } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import { lockAccount } from "../../accounts/accounts";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { runOncePerForm } from "../../core/forms";
import { formatPrice } from "../../core/money";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { inputValueOf } from "../../platform/money/convert-price";
import { recordOutsidePayment } from "../../payments/outside-payments";
import { priceOf, requireProduct } from "../../catalogue/products/catalogue";
import { lockProductAgainstDeletion } from "../../catalogue/products/lock";
import { deliver } from "./deliver";
import { insertPurchase, paidElsewhere } from "./insert-purchase";
import { hasAnother } from "./lock";
import type { GivenPass } from "./schemas";

type GivablePass = { id: string; title: string; price: string; amount: string; currency: string };

/** Returns the passes that can be given, those that are not sold among them. */
export async function listGivable({ db }: Pick<Context, "db">): Promise<GivablePass[]> {
  const rows = await db
    .select({ product: products })
    .from(products)
    .innerJoin(passTerms, eq(passTerms.productId, products.id))
    .orderBy(asc(products.createdAt), asc(products.id));
  return rows.map(({ product: { id, title, priceMinor, priceCurrency: currency } }) => ({
    id,
    title,
    currency,
    price: formatPrice({ amountMinor: priceMinor, currency }),
    amount: inputValueOf(priceMinor),
  }));
}

type GivenRef = { /** The id of the pass. */ id: string; name: string };

/**
 * Gives a pass to an address, free of charge or paid outside Stripe, and mails its holder. The same form posted twice
 * gives one. Throws not_found, closed (a first offer that they have had), invalid (no name), busy.
 */
export async function givePass(ctx: MemberContext, given: GivenPass): Promise<GivenRef> {
  const { formKey } = given;
  return inTransaction(ctx, async (tx) => {
    await runOncePerForm(tx, ctx, { procedure: "purchases.givePass", formKey, input: given }, () =>
      insertGiven(tx, ctx, given),
    );
    const found = await tx
      .select({ id: passes.id, name: purchases.customerName })
      .from(passes)
      .innerJoin(purchases, eq(purchases.id, passes.purchaseId))
      .where(eq(purchases.formKey, formKey));
    return one(found, "pass");
  });
}

async function insertGiven(tx: Transaction, ctx: MemberContext, given: GivenPass): Promise<void> {
  const account = await lockAccount(tx, given);
  await lockProductAgainstDeletion(tx, given.pass);
  const product = await requireProduct(tx, given.pass);
  if (product.kind !== "pass") throw new DomainError("not_found", "Pass not found");
  const { currency } = priceOf(product);
  const paid = { amountMinor: given.paidMinor, currency };
  const owner = account?.emailConfirmedAt ? account : null;
  const now = ctx.clock.now();
  const purchase = await insertPurchase(tx, product, {
    ...holderOf(owner, given),
    ...paidElsewhere(priceOf(product), paid.amountMinor),
    formKey: given.formKey,
    createdAt: now,
    completedAt: now,
  });
  if (await hasAnother(tx, { purchase, account: owner, isCodeFree: true, isRateFree: true })) {
    throw new DomainError("closed", `${purchase.customerName} has had this pass. It is for each person once.`);
  }
  if (paid.amountMinor > 0) await recordOutsidePayment(tx, { kind: "purchase", id: purchase.id }, paid, now);
  await deliver(tx, ctx, purchase);
  const details = { item: product.id, title: product.title, ...(paid.amountMinor > 0 && paid) };
  await audit(tx, ctx, "purchase.granted", purchase.id, details, given.reason);
}

function holderOf(account: Account | null, { name, email }: GivenPass) {
  if (account) return { userId: account.id, customerName: account.fullName, customerEmail: account.email };
  if (name === "") throw new DomainError("invalid", "No one has an account with this address. Enter a name.", noName);
  return { userId: null, customerName: name, customerEmail: email };
}

const noName = { field: "name" };
