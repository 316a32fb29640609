import type { Services } from "../../core/services";
import { expireGiftCards } from "./expire-cards";
import { mailDueGiftCards } from "./mail-card";
import { resealCodes } from "./reseal-codes";
import { tellChangedGifts } from "./tell-changed-gifts";

/** Writes off gift cards that have ended, mails those that are due or end soon, and renews their encryption. */
export async function tendGiftCards(services: Services): Promise<void> {
  await tellChangedGifts(services);
  await expireGiftCards(services);
  await mailDueGiftCards(services);
  await resealCodes(services);
}
