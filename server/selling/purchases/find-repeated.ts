import type { Transaction } from "@db/client";
import { purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import type { Purchase } from "./transitions";

type PostedForm = { formKey: string; email: string };

/**
 * Returns what the same form has begun before, if anything. Throws closed if it was posted by another account, or with
 * another address: that purchase is not theirs.
 */
export async function findRepeated(
  tx: Transaction,
  { user }: Pick<Context, "user">,
  { formKey, email }: PostedForm,
): Promise<Purchase | undefined> {
  const [purchase] = await tx.select().from(purchases).where(eq(purchases.formKey, formKey));
  if (!purchase) return undefined;
  const isTheirs = user ? purchase.userId === user.id : normalEmail(purchase.customerEmail) === normalEmail(email);
  if (isTheirs) return purchase;
  throw new DomainError("closed", "This form has already been sent. Please open it again.", { field: "email" });
}
