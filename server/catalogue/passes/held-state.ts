import { creditEntries, type Pass, passes } from "@db/schema";
import { and, gt, isNotNull, isNull, lte, or, sql, type SQL } from "drizzle-orm";

/** What has become of a pass that was bought. */
export const heldStates = ["valid", "used_up", "ended", "stopped"] as const;
export type HeldState = (typeof heldStates)[number];

/** What is left on a pass, looked up by the index of its entries. */
const left = sql`(select coalesce(sum(${creditEntries.amount}), 0) from ${creditEntries}
  where ${creditEntries.passId} = ${passes.id})`;

/** Finds the passes of a state. */
export function isInState(state: HeldState, now: Date): SQL | undefined {
  const isOver = or(isNotNull(passes.endedAt), lte(passes.endsAt, now));
  const goesOn = and(
    isNull(passes.endedAt),
    isNull(passes.frozenAt),
    or(isNull(passes.endsAt), gt(passes.endsAt, now)),
  );
  switch (state) {
    case "valid":
      return and(goesOn, or(isNull(passes.credits), sql`${left} > 0`));
    case "used_up":
      return and(goesOn, isNotNull(passes.credits), sql`${left} <= 0`);
    case "ended":
      return and(isOver, or(isNotNull(passes.endedAt), isNull(passes.frozenAt)));
    case "stopped":
      return and(isNull(passes.endedAt), isNotNull(passes.frozenAt));
  }
}

type Validity = Pick<Pass, "credits" | "endsAt" | "endedAt" | "frozenAt">;

/** Returns the state of a pass on which so many credits are left, as `isInState` finds it. */
export function heldStateOf({ credits, endsAt, endedAt, frozenAt }: Validity, leftOn: number, now: Date): HeldState {
  if (endedAt) return "ended";
  if (frozenAt) return "stopped";
  if (endsAt && endsAt <= now) return "ended";
  return credits !== null && leftOn <= 0 ? "used_up" : "valid";
}
