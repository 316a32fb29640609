import type { OneToOneOffer } from "@db/schema";
import { formatDuration, placeLabel } from "../../core/dates";
import { type ShareCard, versionOf } from "../../platform/artwork/draw-share-card";
import { plateCategory } from "../../platform/artwork/plate";
import { imageIdOf } from "../../platform/media/media-kinds";
import { sessionOfSlot } from "../free-times/session-of-slot";

/** Returns what the picture for link previews of an offer shows. */
export function offerCardOf(offer: OneToOneOffer, siteName: string): ShareCard {
  const { id, title, category, durationMinutes, thumbnailUrl, createdAt } = offer;
  const place = placeLabel(sessionOfSlot(offer, { start: createdAt, now: createdAt }));
  return {
    siteName,
    category,
    title,
    lines: [`${formatDuration(durationMinutes)}, ${place}`],
    plate: { category: plateCategory(category), seed: id },
    picture: imageIdOf(thumbnailUrl) ?? undefined,
  };
}

export const offerShareImage = (offer: OneToOneOffer, siteName: string): string =>
  `/share/one-to-one/${offer.id}/${versionOf(offerCardOf(offer, siteName))}.png`;
