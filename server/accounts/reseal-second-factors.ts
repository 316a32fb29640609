import { and, eq } from "drizzle-orm";
import { secondFactors } from "@db/schema";
import type { Services } from "../core/services";
import { isSealedWithFirst, seal, unseal } from "../core/secret-box";

/**
 * Encrypts second factors anew with the first secret of COOKIE_SECRET, so that older secrets can leave the list. Those
 * that no secret of the list opens stay as they are. Returns how many were changed.
 */
export async function resealSecondFactors({ db, settings, log }: Pick<Services, "db" | "settings" | "log">) {
  if (settings.cookieSecrets.length < 2) return 0;
  let resealed = 0;
  for (const { userId, encryptedSecret: old } of await db.select().from(secondFactors)) {
    if (isSealedWithFirst(settings, old, userId)) continue;
    try {
      const encryptedSecret = seal(settings, unseal(settings, old, userId), userId);
      const isUnchanged = and(eq(secondFactors.userId, userId), eq(secondFactors.encryptedSecret, old));
      await db.update(secondFactors).set({ encryptedSecret }).where(isUnchanged);
      resealed += 1;
    } catch (error) {
      log.error({ err: error, userId }, "second factor can't be read");
    }
  }
  if (resealed > 0) log.info({ resealed }, "second factors encrypted with the first secret");
  return resealed;
}
