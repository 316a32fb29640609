import type { Services } from "../core/services";
import { unseal } from "../core/secret-box";

/** The authenticator app's secret, base32; null when it was sealed under another COOKIE_SECRET. */
export function readSecret(
  { settings, log }: Pick<Services, "settings" | "log">,
  { userId, encryptedSecret }: { userId: string; encryptedSecret: string },
): string | null {
  try {
    return unseal(settings, encryptedSecret, userId);
  } catch (error) {
    log.error({ err: error, userId }, "second factor can't be read");
    return null;
  }
}
