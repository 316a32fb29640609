export type Way = "watch" | "listen";
export type Picture = "large" | "small";

/** How a member plays recordings on this device; null where the site decides. */
export type PlayerChoices = { way: Way | null; picture: Picture | null; playsNext: boolean };

/** Reads what `writeChoices` has written; ignores everything else. */
export function readChoices(text: string | undefined): PlayerChoices {
  const words = new Set(text?.split("."));
  return {
    way: words.has("listen") ? "listen" : words.has("watch") ? "watch" : null,
    picture: words.has("small") ? "small" : words.has("large") ? "large" : null,
    playsNext: words.has("next"),
  };
}

export const writeChoices = ({ way, picture, playsNext }: PlayerChoices): string =>
  [way, picture, playsNext ? "next" : null].filter(Boolean).join(".");

/** Returns the choices after a page was opened by one of its links, such as `?listen` or `?picture=small`. */
export function choose(kept: PlayerChoices, query: URLSearchParams): PlayerChoices {
  const picture = query.get("picture");
  return {
    way: query.has("listen") ? "listen" : query.has("watch") ? "watch" : kept.way,
    picture: picture === "small" || picture === "large" ? picture : kept.picture,
    playsNext: query.has("next") ? query.get("next") === "on" : kept.playsNext,
  };
}

/** What a recording can be played from. */
type Sources = { video: { small: string | null } | null; sound: string | null };

/** Returns how a recording is played: as chosen, as far as there is both a picture and a sound of its own. */
export function wayOf({ video, sound }: Sources, chosen: Way | null): Way {
  if (!video) return "listen";
  return sound ? (chosen ?? "watch") : "watch";
}

/** Returns the second at which the address asks to begin, such as `?at=760`; null for the kept place. */
export function startIn(query: URLSearchParams): number | null {
  if (query.get("from") === "start") return 0;
  const at = query.get("at") ?? "";
  return /^\d{1,5}(?:\.\d{1,3})?$/.test(at) ? Number(at) : null;
}

/** What browsers with `navigator.connection` know of it. Its `downlink` is a guess until much has been loaded. */
export type Connection = { saveData?: boolean; effectiveType?: string };

export const isSlow = ({ saveData = false, effectiveType = "" }: Connection): boolean =>
  saveData || ["slow-2g", "2g", "3g"].includes(effectiveType);
