import type { liveSessions } from "@db/schema";
import type { Settings } from "../core/env";
import { displayStart, placeLabel } from "../core/dates";
import { plateCategory } from "../artwork/plate-url";
import { type ShareCard, versionOf } from "../artwork/draw-share-card";

type Session = typeof liveSessions.$inferSelect;
type Site = Pick<Settings, "siteName" | "siteTimeZone">;

export function shareCardOf(session: Session, settings: Site): ShareCard {
  const start = displayStart(session, { settings, visitor: { timeZone: settings.siteTimeZone } });
  return {
    siteName: settings.siteName,
    category: session.category,
    title: session.title,
    lines: [
      `${start.weekday}, ${start.monthLong} ${start.day}, ${start.year}`,
      `${start.time} ${start.zone}, ${placeLabel(session)}`,
    ],
    plate: { category: plateCategory(session.category), seed: session.id },
  };
}

export const shareImagePath = (session: Session, settings: Site): string =>
  `/share/sessions/${session.id}/${versionOf(shareCardOf(session, settings))}.png`;
