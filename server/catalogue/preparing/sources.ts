import type { recordings } from "@db/schema";
import type { VersionName } from "./versions";

/** What a recording's versions are made of. */
export type RecordingSources = Pick<typeof recordings.$inferSelect, "videoId" | "soundId" | "posterSecond">;

/** Returns what the versions are made of, as one text; null for a recording without files of its own. */
export function sourceOf({ videoId, soundId, posterSecond }: RecordingSources): string | null {
  if (videoId === null && soundId === null) return null;
  return `video ${videoId ?? "none"}, sound ${soundId ?? "none"}, picture ${posterSecond ?? "any"}`;
}

/**
 * Names the file of a version after what it is made of: a version of this name is made already, and one of another name
 * is of an earlier file.
 */
export function originalNameOf(version: VersionName, { videoId, soundId, posterSecond }: RecordingSources): string {
  switch (version) {
    case "large":
    case "small":
      return `${version} picture of ${videoId ?? "none"}.mp4`;
    case "sound":
      return `sound of ${soundId ?? videoId ?? "none"}.m4a`;
    case "poster":
      return `picture of ${videoId ?? "none"} at ${posterSecond ?? "any"}.jpg`;
  }
}

/** Returns which versions a recording can have. A picture is taken where a second of the video was chosen. */
export const possibleVersions = ({ videoId, posterSecond }: Omit<RecordingSources, "soundId">): VersionName[] =>
  videoId === null ? ["sound"] : ["large", "small", "sound", ...(posterSecond === null ? [] : (["poster"] as const))];
