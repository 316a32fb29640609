import { and, eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { sessionBookings } from "@db/schema";
import { DomainError } from "../core/errors";
import { readSiteSettings } from "../core/site-settings";
import type { Context } from "../core/context";
import { healthUnconfirmed, type NewBooking } from "./schemas";

type HealthStatement = {
  text: string;
  version: number;
  /** A member who has confirmed this version in an earlier booking is not asked again. */
  isConfirmed: boolean;
};

type Asking = Pick<Context, "settings" | "user">;

/** What is confirmed before a first booking; null while the instructor has written nothing. */
export async function findHealthStatement(db: Queryable, { settings, user }: Asking): Promise<HealthStatement | null> {
  const { health } = await readSiteSettings({ db, settings });
  if (!health.text.trim()) return null;
  return { ...health, isConfirmed: user !== null && (await hasConfirmed(db, user.id, health.version)) };
}

async function hasConfirmed(db: Queryable, userId: string, version: number): Promise<boolean> {
  const [found] = await db
    .select({ id: sessionBookings.id })
    .from(sessionBookings)
    .where(and(eq(sessionBookings.userId, userId), eq(sessionBookings.healthVersion, version)))
    .limit(1);
  return found !== undefined;
}

/**
 * What a booking keeps of the health statement. Throws health_unconfirmed where the statement as it stands now is
 * still to be confirmed.
 */
export async function confirmHealth(
  db: Queryable,
  asking: Asking,
  { healthVersion, healthNote }: Pick<NewBooking, "healthVersion" | "healthNote">,
): Promise<{ healthVersion: number | null; healthNote: string | null }> {
  const statement = await findHealthStatement(db, asking);
  if (!statement) return { healthVersion: null, healthNote: null };
  if (!statement.isConfirmed && healthVersion !== statement.version) {
    throw new DomainError("health_unconfirmed", healthUnconfirmed);
  }
  return { healthVersion: statement.version, healthNote: healthNote || null };
}
