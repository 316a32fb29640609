import type { Queryable } from "@db/client";
import { sessionBookings } from "@db/schema";
import { and, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { readSiteSettings } from "../../core/site-settings";

export type HealthStatement = {
  text: string;
  version: number;
  isConfirmed: boolean;
};

/** `confirmedVersion`: what a booking that is moved has confirmed before. */
type HealthContext = Pick<Context, "settings" | "settingsMemo"> & {
  user: { id: string } | null;
  confirmedVersion?: number | null;
};

/** Returns the statement that is to be confirmed before a booking, and whether it has been; null for none. */
export async function findHealthStatement(
  db: Queryable,
  { settings, settingsMemo, user, confirmedVersion }: HealthContext,
): Promise<HealthStatement | null> {
  const { health } = await readSiteSettings({ db, settings, settingsMemo });
  if (!health.text.trim()) return null;
  const isKnown = confirmedVersion === health.version;
  return { ...health, isConfirmed: isKnown || (user !== null && (await hasConfirmed(db, user.id, health.version))) };
}

async function hasConfirmed(db: Queryable, userId: string, version: number): Promise<boolean> {
  const [found] = await db
    .select({ id: sessionBookings.id })
    .from(sessionBookings)
    .where(and(eq(sessionBookings.userId, userId), eq(sessionBookings.healthVersion, version)))
    .limit(1);
  return found !== undefined;
}
