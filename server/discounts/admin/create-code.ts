import { eq } from "drizzle-orm";
import { discountCodes } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import { describeTerms } from "../../pricing/discount";
import type { MemberContext } from "../../trpc/context";
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
    const [known] = await tx.select().from(discountCodes).where(eq(discountCodes.id, id));
    if (known) return { code: known.code };
    await requireFreeCode(tx, { id, code: form.code });
    const now = ctx.clock.now();
    const [made] = await tx
      .insert(discountCodes)
      .values({ id, ...codeValues(form, null), createdAt: now })
      .returning();
    const details = { code: made!.code, terms: describeTerms(termsOf(made!)) };
    const entry = { actorId: ctx.user.id, action: "code.created", details };
    await recordAudit(tx, { ...entry, subjectType: "code", subjectId: id }, now);
    return { code: made!.code };
  });
}
