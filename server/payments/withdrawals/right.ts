import { endOfPeriod } from "./period";
import type { Contract } from "./contract";

/** `ended`: by the waiver. `late`: the period was over. */
export type WithdrawalRight = "open" | "ended" | "late" | "exempt";

type ContractDates = Pick<Contract, "isExempt" | "waivedAt" | "toldAt" | "madeAt">;

/** Returns whether there was a right to withdraw from a contract when the withdrawal arrived. */
export function rightOf(
  { isExempt, waivedAt, toldAt, madeAt }: ContractDates,
  arrivedAt: Date,
  timeZone: string,
): WithdrawalRight {
  if (isExempt) return "exempt";
  if (waivedAt && toldAt) return "ended";
  return arrivedAt < endOfPeriod(madeAt, timeZone) ? "open" : "late";
}
