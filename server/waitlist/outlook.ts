import type { LiveSession } from "../schedule/lock-session";
import type { Services } from "../core/services";
import type { SiteSettings } from "../site/site-settings";
import { endOfOffer } from "./offer-places";

/**
 * How a place that becomes free now may come to somebody in line: by itself when it is her turn, by the instructor's
 * hand alone, or not at all, as it is public at once or the session is not open.
 */
export type Outlook = "in_turn" | "by_hand" | "none";

/** What those in line for a session can hope for now: no text may promise more. */
export function outlookOf(
  services: Pick<Services, "clock" | "settings">,
  session: LiveSession,
  { isWaitlistOn, offerHours }: Pick<SiteSettings, "isWaitlistOn" | "offerHours">,
): Outlook {
  if (!endOfOffer(services, session, offerHours)) return "none";
  return isWaitlistOn ? "in_turn" : "by_hand";
}
