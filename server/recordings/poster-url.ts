import type { recordings } from "@db/schema";
import { type PlateCrop, seriesPlateUrl } from "../artwork/plate-url";

type Pictured = Pick<typeof recordings.$inferSelect, "id" | "collection" | "posterId">;

/** A recording's own picture, or the drawing of its place in the series. */
export function posterUrl(recording: Pictured, crop: PlateCrop, place: { index: number; count: number }): string {
  // The picture's id is in the address, so that another picture is another address.
  if (recording.posterId) return `/media/recordings/${recording.id}/poster?v=${recording.posterId.slice(0, 8)}`;
  return seriesPlateUrl(recording.collection === "birth" ? "birth" : "sleep", crop, recording.id, place);
}
