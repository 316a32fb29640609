import { randomUUID } from "node:crypto";
import type { Database } from "@db/client";
import { purchases, recordings, type users } from "@db/schema";
import { boughtCollection, productIds, type SpecifiedCollection } from "./products";
import { anAccount } from "./accounts";
import type { TestApp } from "./test-app";

type NewRecording = Partial<typeof recordings.$inferInsert> & { collection?: SpecifiedCollection };

/** Creates a premium birth recording of 60 seconds with an external video. */
export async function aRecording(db: Database, { collection = "birth", ...values }: NewRecording = {}) {
  const [recording] = await db
    .insert(recordings)
    .values({
      productId: productIds[collection],
      title: "The Early Hours",
      description: "A steady rhythm for the first surges.",
      videoUrl: "https://videos.example/early-hours.webm",
      durationSeconds: 60,
      ...values,
    })
    .returning();
  return recording!;
}

export async function fillCollections(db: Database) {
  await aRecording(db);
  await aRecording(db, { collection: "stress", title: "The Long Exhale" });
}

type Account = typeof users.$inferSelect;

type NewPurchase = Partial<typeof purchases.$inferInsert> & { collection?: SpecifiedCollection };

/** Creates a paid purchase of the birth collection; without a buyer it belongs to no account. */
export async function aPurchase(
  db: Database,
  buyer: Account | null,
  { collection = "birth", ...values }: NewPurchase = {},
) {
  const [purchase] = await db
    .insert(purchases)
    .values({
      ...boughtCollection(collection),
      userId: buyer?.id ?? null,
      customerName: buyer?.fullName ?? "Maeve Donnelly",
      customerEmail: buyer?.email ?? "maeve@example.com",
      status: "paid",
      formKey: randomUUID(),
      listPriceMinor: 6000,
      totalMinor: 6000,
      currency: "EUR",
      ...values,
    })
    .returning();
  return purchase!;
}

/** Returns the caller options of an account. */
export const actingAs = (account: Account) => ({
  user: { id: account.id, email: account.email, fullName: account.fullName, role: account.role },
});

/** The box of the purchase dialog, ticked. */
export const tickedWaiver = { waiverVersion: "1" };

/** What the purchase dialog posts: €60 in pounds at the fixed rates. */
export const aPurchaseForm = (values: { formKey?: string; quote?: string; discountCode?: string } = {}) => ({
  product: "birth",
  quote: "GBP:5100",
  formKey: randomUUID(),
  ...tickedWaiver,
  ...values,
});

type PurchaseForm = Omit<ReturnType<typeof aPurchaseForm>, "waiverVersion"> & {
  waiverVersion?: string;
  opensOn?: string;
};

/** Creates an unpaid purchase with its payment and Checkout session. */
export async function anOpenPurchase(app: TestApp, buyer?: Account, form: PurchaseForm = aPurchaseForm()) {
  const account = buyer ?? (await anAccount(app.db));
  if ((await app.db.$count(recordings)) === 0) await fillCollections(app.db);
  const { next, purchaseId } = await app.as(actingAs(account)).purchases.create(form);
  const payment = await app.db.query.payments.findFirst({ where: (row, { eq }) => eq(row.purchaseId, purchaseId) });
  return { account, next, purchaseId, paymentId: payment!.id, checkoutId: payment!.stripeCheckoutSessionId! };
}

export async function purchaseStatus({ db }: TestApp, purchaseId: string) {
  const purchase = await db.query.purchases.findFirst({ where: (row, { eq }) => eq(row.id, purchaseId) });
  return purchase!.status;
}
