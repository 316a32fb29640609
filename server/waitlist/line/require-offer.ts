import type { Queryable } from "@db/client";
import type { LiveSession } from "@db/schema";
import { countPlacesOf, freePlaces } from "../../schedule/places";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { endOfOffer } from "../offer-end";

/**
 * When a place that the instructor offers now runs out. Throws closed where none is free, or there is no time left for an
 * offer; only what is asked under the session's lock holds.
 */
export async function requireOffer(
  db: Queryable,
  { clock, settings }: Pick<Services, "clock" | "settings">,
  session: LiveSession,
): Promise<Date> {
  if (freePlaces(session, await countPlacesOf(db, session.id)) === 0) {
    throw new DomainError("closed", "No place is free right now.");
  }
  const { offerHours } = await readSiteSettings({ db, settings });
  const offerEndsAt = endOfOffer({ clock, settings }, session, offerHours);
  if (!offerEndsAt) throw new DomainError("closed", "It is too late to offer a place in this session.");
  return offerEndsAt;
}
