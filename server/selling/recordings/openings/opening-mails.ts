import type { z } from "zod";
import { readBought } from "../../../catalogue/entitlements/bought";
import type { Context, MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { chooseOpeningMails, wantsOpeningMails } from "../../../platform/mail/opening-mails";
import { type Collection, requireCollection } from "../../../catalogue/products/catalogue";
import type { CollectionPage, ListedRecording, openingMailsChoice } from "../schemas";

type OwnedShelf = { collection: Collection; recordings: ListedRecording[]; isOwned: boolean };

/** Returns whether a buyer is mailed when a part opens; null if none opens later, or nothing is theirs. */
export async function readOpeningMails(
  { db, hooks, user }: Context,
  { collection, recordings, isOwned }: OwnedShelf,
): Promise<CollectionPage["openingMails"]> {
  if (!user || !isOwned || !recordings.some(({ badge }) => badge === "Opens later")) return null;
  return { isWanted: await wantsOpeningMails({ db, hooks }, { userId: user.id, productId: collection.id }) };
}

/** Stores whether a buyer is mailed when a part opens. Throws not_found. */
export async function setOpeningMails(
  { db, user, clock }: MemberContext,
  { collection: slug, isWanted }: z.infer<typeof openingMailsChoice>,
): Promise<void> {
  const { id: productId } = await requireCollection(db, slug);
  const isTheirs = (await readBought(db, user.id, clock.now())).has(productId);
  if (isWanted && !isTheirs) throw new DomainError("not_found", "Collection not found");
  await chooseOpeningMails(db, { userId: user.id, productId, isWanted }, clock.now());
}
