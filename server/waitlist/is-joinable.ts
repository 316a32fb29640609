import type { Availability } from "../schedule/places";
import type { SiteSettings } from "../site/site-settings";

/** Whether a session's page has a waitlist to join: only while there is no place to book. */
export const isJoinable = ({ isWaitlistOn }: Pick<SiteSettings, "isWaitlistOn">, availability: Availability): boolean =>
  isWaitlistOn && (availability === "sold_out" || availability === "held");
