import type { MemberContext } from "../trpc/context";
import { hasSecondFactor } from "./has-second-factor";
import { countRecoveryCodes } from "./recovery-codes";

/** Whether a second factor is asked for at sign-in, and how many recovery codes are unused. */
export async function getSecondFactor({
  db,
  user,
}: MemberContext): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const isOn = await hasSecondFactor(db, user.id);
  return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(db, user.id) : 0 };
}
