import { inTransaction } from "../../core/transaction";
import { collectionPurchases } from "@db/schema";
import { one } from "@db/one";
import { lockAccount } from "../../accounts/accounts";
import { audit } from "../../audit/record-audit";
import { DomainError } from "../../core/errors";
import { collectionPrice } from "../collection";
import { ownedCollections } from "../access";
import type { MemberContext } from "../../core/context";
import { mailPurchase } from "./mails";
import type { Grant } from "./schemas";

/** The same form posted twice grants once. Throws not_found (no account), closed (owned already), busy. */
export async function grantAccess(
  ctx: MemberContext,
  { collection, email, formKey }: Grant,
): Promise<{ name: string }> {
  return inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, { email });
    if (!account || account.archivedAt) {
      throw new DomainError("not_found", "No one has an account with this address.");
    }
    const repeated = await tx.query.collectionPurchases.findFirst({ where: (row, { eq }) => eq(row.formKey, formKey) });
    if (repeated) return { name: repeated.customerName };
    if ((await ownedCollections(tx, account.id)).has(collection)) {
      throw new DomainError("closed", `${account.fullName} has this collection already.`);
    }
    const now = ctx.clock.now();
    const { amountMinor, currency } = await collectionPrice(tx, collection);
    const purchase = one(
      await tx
        .insert(collectionPurchases)
        .values({
          collection,
          userId: account.id,
          customerName: account.fullName,
          customerEmail: account.email,
          status: "free",
          formKey,
          listPriceMinor: amountMinor,
          discountMinor: amountMinor,
          totalMinor: 0,
          currency,
          createdAt: now,
          completedAt: now,
        })
        .returning(),
      "purchase",
    );
    await mailPurchase(tx, ctx, purchase);
    await audit(tx, ctx, "purchase.granted", purchase.id, { collection });
    return { name: account.fullName };
  });
}
