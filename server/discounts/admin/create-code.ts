import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { discountCodes } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import { describeTerms } from "../../money/discount";
import { DomainError } from "../../core/errors";
import type { MemberContext } from "../../core/context";
import { termsOf } from "../terms-of";
import { codeValues } from "./code-values";
import { changeCodes, requireFreeCode } from "./require-code";
import type { NewCode } from "./schemas";

/**
 * Makes a discount code. The form's key becomes its id: the same form posted twice makes one. Throws invalid (the name
 * is taken), busy.
 */
export async function createCode(ctx: MemberContext, { formKey: id, ...form }: NewCode): Promise<{ code: string }> {
  return changeCodes(ctx, async (tx) => {
    const now = ctx.clock.now();
    // Waits for whoever is making one of the same id or the same name at this moment.
    const [made] = await tx
      .insert(discountCodes)
      .values({ id, ...codeValues(form, null), createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (!made) return { code: await madeBefore(tx, { id, code: form.code }) };
    const details = { code: made.code, terms: describeTerms(termsOf(made)) };
    const entry = { actorId: ctx.user.id, action: "code.created", details };
    await recordAudit(tx, { ...entry, subjectType: "code", subjectId: id }, now);
    return { code: made.code };
  });
}

/** What the same form has made. Throws invalid where it is another code that has the name. */
async function madeBefore(tx: Transaction, { id, code }: { id: string; code: string }): Promise<string> {
  const [known] = await tx.select().from(discountCodes).where(eq(discountCodes.id, id));
  if (known) return known.code;
  await requireFreeCode(tx, { id, code });
  throw new DomainError("busy", "That did not go through. Please try again.");
}
