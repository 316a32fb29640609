import { sql } from "drizzle-orm";
import type { Services } from "@server/services";
import type { Transaction } from "../client";
import { liveSessions, users } from "../schema";
import { seedBookings } from "./bookings";
import { createCalendar } from "./calendar";
import { seedCodes } from "./codes";
import { seedPeople } from "./people";
import { seedSessions } from "./sessions";

/** Any number will do, as long as nothing else takes an advisory lock by it. */
const seedLock = 7_112_027;

/**
 * Fills an empty database with the demo: schedule, accounts, codes and bookings, dated from now. Answers false and
 * changes nothing when there are people or sessions already. Of several processes that start at once, one sows.
 */
export async function seedDemo({ db, clock, settings }: Pick<Services, "db" | "clock" | "settings">): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    if (!(await isEmpty(tx))) return false;
    const now = clock.now();
    const timeZone = settings.siteTimeZone;
    const { memberId } = await seedPeople(tx, now);
    await seedCodes(tx);
    const sessions = await seedSessions(tx, createCalendar(now, timeZone), now);
    await seedBookings(tx, { sessions, memberId, now, timeZone });
    return true;
  });
}

async function isEmpty(tx: Transaction): Promise<boolean> {
  const anyone = await tx.select({ id: users.id }).from(users).limit(1);
  const anything = await tx.select({ id: liveSessions.id }).from(liveSessions).limit(1);
  return anyone.length === 0 && anything.length === 0;
}
