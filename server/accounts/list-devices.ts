import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { DateTime } from "luxon";
import { userSessions } from "@db/schema";
import type { MemberContext } from "../trpc/context";
import { describeBrowser } from "./describe-browser";

export type Device = {
  /** Names the device and opens nothing. */
  id: string;
  isThisOne: boolean;
  browser: string;
  createdAt: string;
  lastSeenAt: string;
};

/** Where the member is signed in, this device first, then by when they were last used; times in the visitor's zone. */
export async function listDevices({ db, clock, session, user, visitor }: MemberContext): Promise<Device[]> {
  const isSignedIn = and(
    eq(userSessions.userId, user.id),
    eq(userSessions.isComplete, true),
    // Where the instructor looks at the account is no device of the member's; she reads of it elsewhere.
    isNull(userSessions.impersonatorId),
    gt(userSessions.expiresAt, clock.now()),
  );
  const rows = await db.select().from(userSessions).where(isSignedIn).orderBy(desc(userSessions.lastSeenAt));
  const devices = rows.map((row) => ({
    id: row.id,
    isThisOne: row.id === session.current?.id,
    browser: describeBrowser(row.userAgent),
    createdAt: inZone(row.createdAt, visitor.timeZone),
    lastSeenAt: inZone(row.lastSeenAt, visitor.timeZone),
  }));
  return devices.sort((one, other) => Number(other.isThisOne) - Number(one.isThisOne));
}

const inZone = (instant: Date, zone: string) =>
  DateTime.fromJSDate(instant, { zone }).setLocale("en-US").toFormat("LLLL d, yyyy 'at' h:mm a");
