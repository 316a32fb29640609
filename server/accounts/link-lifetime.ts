import type { TokenPurpose } from "./schemas";

/** How many minutes a mailed link works. */
export const lifetimes = {
  verify_email: 24 * 60,
  reset_password: 60,
  sign_in: 15,
  change_email: 24 * 60,
} as const satisfies Record<TokenPurpose, number>;

/** "24 hours", "1 hour", "15 minutes". */
export function lifetimeInWords(purpose: TokenPurpose): string {
  const minutes = lifetimes[purpose];
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : [minutes / 60, "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
