import type { Services } from "../../core/services";
import { expireGiftCards } from "./expire-cards";
import { mailDueGiftCards } from "./mail-card";
import { tellChangedGifts } from "./tell-changed-gifts";
import { giftCards } from "@db/schema";
import { and, eq, isNotNull, notLike } from "drizzle-orm";
import { openCode, sealCode } from "./code";

/** Writes off gift cards that have ended, mails those that are due or end soon, and renews their encryption. */
export async function tendGiftCards(services: Services): Promise<void> {
  await tellChangedGifts(services);
  await expireGiftCards(services);
  await mailDueGiftCards(services);
  await resealCodes(services);
}

const batch = 500;

/** Encrypts codes anew that an older key has encrypted, so that the key can be retired. */
async function resealCodes({ db, settings, log }: Services): Promise<void> {
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
