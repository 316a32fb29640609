import { eq } from "drizzle-orm";
import { discountCodes } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import { DomainError } from "../../core/errors";
import { refuseOutdated } from "../../core/form-version";
import type { MemberContext } from "../../core/context";
import { countUses } from "../count-uses";
import type { DiscountCode } from "../lock-code";
import { codeValues } from "./code-values";
import { changeCodes, lockCodeById, requireFreeCode } from "./require-code";
import type { EditedCode } from "./schemas";

/**
 * Saves a code as it was typed; what was agreed with it stays as it was agreed. One that is in use keeps its name, by
 * which its uses are counted. Throws not_found, changed_meanwhile, invalid (with the field), busy.
 */
export async function editCode(ctx: MemberContext, { id, version, ...form }: EditedCode): Promise<{ code: string }> {
  return changeCodes(ctx, async (tx) => {
    const before = await lockCodeById(tx, id);
    const after = { ...before, ...codeValues(form, before) };
    const changed = changedIn(before, after);
    refuseOutdated({ now: before, wanted: after, version });
    if (changed.length === 0) return { code: before.code };
    if (before.code !== after.code) {
      if ((await countUses(tx, before.code)) > 0) throw inUse();
      await requireFreeCode(tx, after);
    }
    await tx.update(discountCodes).set(after).where(eq(discountCodes.id, id));
    const entry = { actorId: ctx.user.id, action: "code.edited", details: { code: after.code, changed } };
    await recordAudit(tx, { ...entry, subjectType: "code", subjectId: id }, ctx.clock.now());
    return { code: after.code };
  });
}

const inUse = () =>
  new DomainError("invalid", "This code is in use and keeps its name. Please make another one.", { field: "code" });

function changedIn(before: DiscountCode, after: DiscountCode): string[] {
  const valueOf = (value: unknown) => (value instanceof Date ? value.getTime() : value);
  const keys = Object.keys(after) as (keyof DiscountCode)[];
  return keys.filter((key) => valueOf(after[key]) !== valueOf(before[key]));
}
