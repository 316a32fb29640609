import { accentStylesheet } from "@server/core/accent";
import type { Look } from "@server/core/site-settings";
import type { Site } from "~/lib/site";

/** Returns what pages need of the instructor's look. On most sites nothing is set, and each page is this much smaller. */
export function shownLook({ accent, logo, share }: Look): Pick<Site, "look"> {
  const look = {
    ...(accent !== null && { stylesheet: accentStylesheet(accent) }),
    ...(logo && { logo: { path: logo.path, width: logo.width, height: logo.height } }),
    ...(share && { share: share.path }),
  };
  return Object.keys(look).length > 0 ? { look } : {};
}
