import { createHash } from "node:crypto";
import type { liveSessions } from "@db/schema";
import type { Settings } from "../core/env";
import { displayStart, placeLabel } from "../core/dates";
import { plateCategory } from "../artwork/plate-url";
import type { ShareCard } from "../artwork/draw-share-card";

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

/** Increase it with every change of the drawing. */
const drawing = 1;

/** Changes with everything the picture depends on, so that it can be cached forever. */
export const versionOf = (card: ShareCard): string =>
  createHash("sha256")
    .update(JSON.stringify([drawing, card]))
    .digest("hex")
    .slice(0, 12);

export const shareImagePath = (session: Session, settings: Site): string =>
  `/share/sessions/${session.id}/${versionOf(shareCardOf(session, settings))}.png`;
