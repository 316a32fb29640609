import type { Queryable, Transaction } from "@db/client";
import { creditEntries, passes, passTerms, products, purchases } from "@db/schema";
import { eq, sql } from "drizzle-orm";
import { lockConfirmed } from "../../accounts/accounts";
import { normalEmail } from "../../core/email-address";
import type { Money } from "../../core/money";
import type { Services } from "../../core/services";
import { recordPaidElsewhere } from "../../payments/outside-payments";
import { beginning } from "../../catalogue/passes/open-pass";
import { ofProduct, paidElsewhere } from "./insert-purchase";

/** A pass on sale with its terms, of which others may bring theirs from another system. */
export type ImportablePass = { product: typeof products.$inferSelect; terms: typeof passTerms.$inferSelect };

/** A pass that someone has bought in another system. */
export type ImportedPass = {
  /** The form key of its purchase, which names it for good. */
  formKey: string;
  pass: ImportablePass;
  email: string;
  name: string;
  /** Null for any number of sessions. */
  left: number | null;
  /** The first instant after its last day; null to begin as a new one does. */
  endsAt: Date | null;
  paid: Money;
  boughtAt: Date | null;
};

/** Returns the passes on sale, switched off or not. */
export const readImportablePasses = (db: Queryable): Promise<ImportablePass[]> =>
  db
    .select({ product: products, terms: passTerms })
    .from(products)
    .innerJoin(passTerms, eq(passTerms.productId, products.id));

/** Finds which of these form keys have been imported. */
export async function findImported(db: Queryable, formKeys: string[]): Promise<Set<string>> {
  const { formKey } = purchases;
  const rows = await db
    .select({ formKey })
    .from(purchases)
    .where(sql`${formKey} = any(${sql.param(formKeys)}::uuid[])`);
  return new Set(rows.map((row) => row.formKey));
}

/** Adds passes with their balances and what was paid for them elsewhere. Sends no mail. */
export async function insertImportedPasses(
  tx: Transaction,
  services: Pick<Services, "clock" | "settings">,
  imported: ImportedPass[],
): Promise<void> {
  const now = services.clock.now();
  const accounts = await lockConfirmed(
    tx,
    imported.map(({ email }) => email),
  );
  const ownerOf = new Map(accounts.map((account) => [normalEmail(account.email), account]));
  const made = await tx
    .insert(purchases)
    .values(
      imported.map((row) => {
        const { paid, pass, boughtAt } = row;
        const account = ownerOf.get(normalEmail(row.email));
        const { priceMinor, priceCurrency } = pass.product;
        const amountMinor = paid.currency === priceCurrency ? priceMinor : 0;
        return {
          ...ofProduct(pass.product),
          formKey: row.formKey,
          userId: account?.id ?? null,
          customerName: account?.fullName ?? row.name,
          customerEmail: account?.email ?? row.email,
          ...paidElsewhere({ amountMinor, currency: paid.currency }, paid.amountMinor),
          createdAt: boughtAt ?? now,
          completedAt: boughtAt ?? now,
        };
      }),
    )
    .returning();
  const rowOf = new Map(imported.map((row) => [row.formKey, row]));
  const paid = made.filter(({ status }) => status === "paid");
  await recordPaidElsewhere(
    tx,
    paid.map(({ id, totalMinor, currency, createdAt }) => ({
      order: { kind: "purchase" as const, id },
      amountMinor: totalMinor,
      currency,
      paidAt: createdAt,
    })),
  );
  await insertPasses(
    tx,
    services,
    made.map((purchase) => ({ purchase, row: rowOf.get(purchase.formKey) })),
  );
}

type MadePurchase = { purchase: typeof purchases.$inferSelect; row: ImportedPass | undefined };

async function insertPasses(tx: Transaction, services: Pick<Services, "clock" | "settings">, made: MadePurchase[]) {
  const now = services.clock.now();
  const inserted = await tx
    .insert(passes)
    .values(
      made.flatMap(({ purchase, row }) => {
        if (!row) return [];
        const { credits, months, starts, cover, categoryIds, placeLimit } = row.pass.terms;
        return {
          purchaseId: purchase.id,
          productId: purchase.productId,
          userId: purchase.userId,
          email: purchase.customerEmail,
          title: purchase.productTitle,
          credits,
          months,
          starts,
          cover,
          categoryIds,
          placeLimit,
          priceMinor: purchase.totalMinor,
          currency: purchase.currency,
          createdAt: now,
          ...(row.endsAt
            ? { startsAt: purchase.createdAt < row.endsAt ? purchase.createdAt : now, endsAt: row.endsAt }
            : starts === "purchase" && beginning({ months }, now, services)),
        };
      }),
    )
    .returning();
  const leftOf = new Map(made.map(({ purchase, row }) => [purchase.id, row?.left ?? null]));
  const entries = inserted.flatMap(({ id: passId, credits, purchaseId }) => {
    const left = leftOf.get(purchaseId ?? "") ?? credits;
    if (credits === null || left === null) return [];
    const granted = { passId, kind: "granted" as const, amount: credits, createdAt: now };
    const used = { passId, kind: "adjusted" as const, amount: left - credits, createdAt: now, reason: usedBefore };
    return left < credits ? [granted, used] : [granted];
  });
  if (entries.length > 0) await tx.insert(creditEntries).values(entries);
}

const usedBefore = "Used before it was brought here from another system.";
