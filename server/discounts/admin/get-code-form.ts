import { versionOf } from "../../core/form-version";
import { typedOf } from "../../money/typed-amount";
import type { Context } from "../../core/context";
import { countUses } from "../count-uses";
import { daysOf } from "./code-days";
import { requireCode } from "./require-code";
import type { OpenedCode } from "./schemas";

/** A code as its form is filled with it, its days by the clocks of whoever asks. Throws not_found. */
export async function getCodeForm({ db, visitor }: Context, { id }: { id: string }): Promise<OpenedCode> {
  const row = await requireCode(db, id);
  const { code, discountType: type, discountAmountMinor, discountPercentage, isActive, isOneTimeUse } = row;
  return {
    ...{ code, type, isActive, isOneTimeUse, ...daysOf(row, visitor.timeZone) },
    percentage: discountPercentage === null ? "" : String(discountPercentage),
    amount: discountAmountMinor === null ? "" : typedOf(discountAmountMinor),
    currency: row.discountCurrency ?? "GBP",
    maxUses: row.maxUses === null ? "" : String(row.maxUses),
    uses: await countUses(db, code),
    version: versionOf(row),
  };
}
