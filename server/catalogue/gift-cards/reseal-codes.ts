import { giftCards } from "@db/schema";
import { and, eq, isNotNull, notLike } from "drizzle-orm";
import type { Services } from "../../core/services";
import { openCode, sealCode } from "./code";

const batch = 500;

/** Encrypts codes anew that an older key has encrypted, so that the key can be retired. */
export async function resealCodes({ db, settings, log }: Services): Promise<void> {
  const [first] = settings.encryptionKeys;
  if (!first) return;
  const older = await db
    .select()
    .from(giftCards)
    .where(and(isNotNull(giftCards.sealedCode), notLike(giftCards.sealedCode, `${first.id}:%`)))
    .limit(batch);
  for (const card of older) {
    try {
      const code = openCode(settings, card);
      if (code === null) continue;
      await db
        .update(giftCards)
        .set({ sealedCode: sealCode(settings, card, code) })
        .where(and(eq(giftCards.id, card.id), eq(giftCards.sealedCode, card.sealedCode ?? "")));
    } catch (error) {
      log.error({ err: error, cardId: card.id }, "the code of a gift card can't be read: its key is missing");
    }
  }
}
