import { Secret, TOTP } from "otpauth";

/** What every authenticator app expects: SHA-1, six digits, a new code every 30 seconds. */
const shape = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** A code counts one step early and one late: clocks differ, and typing takes time. */
const tolerance = 1;

export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The address in the QR code. `secret` is base32. */
export function totpUri({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string {
  return new TOTP({ ...shape, secret: Secret.fromBase32(secret), issuer, label }).toString();
}

/** The time step that a code belongs to; null for a code that is wrong now. `secret` is base32. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...shape, secret: Secret.fromBase32(secret), token, timestamp, window: tolerance });
  return delta === null ? null : Math.floor(timestamp / 1000 / shape.period) + delta;
}
