import { type Account, memberships } from "@db/schema";
import { and, desc, eq, isNotNull } from "drizzle-orm";
import Stripe from "stripe";
import type { Services } from "../../../core/services";
import { idempotencyKey } from "../../../payments/idempotency-key";

type CustomerServices = Pick<Services, "db" | "stripe">;
type Member = Pick<Account, "id" | "email" | "fullName">;

/**
 * Returns Stripe's customer for a member: the one of an earlier membership, one whose answer was lost, or one that is
 * made once in an attempt. One that Stripe no longer has, as after a change of the Stripe account, is replaced.
 */
export async function findOrMakeCustomer(services: CustomerServices, member: Member, attempt: string): Promise<string> {
  const { customers } = services.stripe.client;
  const known = await findKnown(services, member);
  if (known) return known;
  for await (const { id, metadata } of customers.list({ email: member.email, limit: 100 })) {
    if (metadata.accountId === member.id) return id;
  }
  const { email, fullName: name } = member;
  const made = await customers.create(
    { email, name, metadata: { accountId: member.id } },
    { idempotencyKey: idempotencyKey("customer", attempt, email, name) },
  );
  return made.id;
}

async function findKnown({ db, stripe }: CustomerServices, member: Member): Promise<string | null> {
  const [earlier] = await db
    .select({ id: memberships.customerReference })
    .from(memberships)
    .where(and(eq(memberships.userId, member.id), isNotNull(memberships.customerReference)))
    .orderBy(desc(memberships.createdAt))
    .limit(1);
  if (!earlier?.id) return null;
  try {
    const customer = await stripe.client.customers.retrieve(earlier.id);
    if (customer.deleted) return null;
    const { email, fullName: name } = member;
    const isTold = customer.email === email && customer.name === name;
    if (!isTold) await stripe.client.customers.update(customer.id, { email, name });
    return customer.id;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return null;
    throw error;
  }
}
