import { memberships, products, users } from "@db/schema";
import { and, eq, isNotNull } from "drizzle-orm";
import Stripe from "stripe";
import type { Services } from "../../../core/services";
import { productIdOf } from "./price";

type TellServices = Pick<Services, "db" | "stripe">;

/**
 * Tells Stripe the present name and address of an account, which its mails and its portal use. The customers of a deleted
 * account are deleted; their invoices stay at Stripe. A second time changes nothing. Throws Stripe's errors.
 */
export async function tellOfAccount({ db, stripe }: TellServices, { userId }: { userId: string }): Promise<void> {
  const [account] = await db.select().from(users).where(eq(users.id, userId));
  const held = await db
    .selectDistinct({ customer: memberships.customerReference })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), isNotNull(memberships.customerReference)));
  const { customers } = stripe.client;
  for (const { customer } of held) {
    if (!account || customer === null) continue;
    const { email, fullName: name, archivedAt } = account;
    await unlessMissing(archivedAt ? customers.del(customer) : customers.update(customer, { email, name }));
  }
}

/** Tells Stripe the present name and text of a plan, if Stripe has it. Throws Stripe's errors. */
export async function tellOfPlan({ db, stripe }: TellServices, { productId }: { productId: string }): Promise<void> {
  const [plan] = await db.select().from(products).where(eq(products.id, productId));
  if (!plan) return;
  const { title: name, description } = plan;
  await unlessMissing(stripe.client.products.update(productIdOf(productId), { name, description }));
}

async function unlessMissing(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    const isMissing = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
    if (!isMissing) throw error;
  }
}
