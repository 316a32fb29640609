import { randomUUID } from "node:crypto";
import type { Database } from "@db/client";
import { products, resourceFiles } from "@db/schema";
import type { Storage } from "@server/core/services";
import type { anAccount } from "./accounts";
import { aFile } from "./media";
import { actingAs, tickedWaiver } from "./recordings";
import type { TestApp } from "./test-app";

/** A PDF that is detected as one. */
export const pdf = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";

type ResourceStore = { db: Database; storage: Storage };

/** Creates a learning resource of £14 with one file. */
export async function aResource(store: ResourceStore, values: Partial<typeof products.$inferInsert> = {}) {
  const [resource] = await store.db
    .insert(products)
    .values({
      kind: "resource",
      title: "Evening Practice Plan",
      description: "Ten minutes.",
      priceMinor: 1400,
      priceCurrency: "GBP",
      ...values,
    })
    .returning();
  const file = await aFile(store, "download", pdf, { originalName: "plan.pdf" });
  await store.db.insert(resourceFiles).values({ productId: resource!.id, fileId: file.id });
  return { ...resource!, fileId: file.id };
}

type Account = Awaited<ReturnType<typeof anAccount>>;

/** Begins to buy a resource, up to the open payment page. */
export async function anOpenResourcePurchase(app: TestApp, account: Account, product: string) {
  const form = { product, quote: "GBP:1400", formKey: randomUUID(), ...tickedWaiver };
  const { next, purchaseId } = await app.as(actingAs(account)).purchases.create(form);
  const payment = await app.db.query.payments.findFirst({ where: (row, { eq }) => eq(row.purchaseId, purchaseId) });
  return { next, purchaseId, paymentId: payment!.id, checkoutId: payment!.stripeCheckoutSessionId! };
}
