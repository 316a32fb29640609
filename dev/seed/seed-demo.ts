import type { Transaction } from "@db/client";
import { liveSessions, users } from "@db/schema";
import type { Services } from "@server/core/services";
import { sql } from "drizzle-orm";
import { seedBookings, seedWaitlist } from "./bookings";
import { seedCodes } from "./codes";
import { prepareSchema } from "../local-stripe/schema";
import { payThroughStripe } from "./stripe-payments";
import { seedPages, seedTestimonials } from "./pages";
import { seedMember, seedPlan } from "./memberships";
import { collector, seedPeople } from "./people";
import { seedGiftCards } from "./gift-cards";
import { seedHeldPass } from "./held-passes";
import { seedCourse } from "./courses";
import { seedOneToOne } from "./one-to-one";
import { seedPasses } from "./passes";
import { seedPrices } from "./prices";
import { seedPurchases } from "./purchases";
import { seedRecordings } from "./recordings";
import { seedResources } from "./resources";
import { seedSite } from "./site";
import { createCalendar, seedSessions } from "./timetable";

/** An arbitrary advisory lock key. */
const seedLock = 7_112_027;

type SeedServices = Pick<Services, "db" | "clock" | "settings" | "storage">;

/** Fills an empty database, dated from now. Returns false if it is not empty. Of concurrent processes, one fills it. */
export async function seedDemo({ db, clock, settings, storage }: SeedServices): Promise<boolean> {
  // Where a demo tries Stripe's own test mode, Stripe has no payments of the demo data.
  const hasLocalStripe = settings.stripe === undefined;
  if (hasLocalStripe) await prepareSchema(db);
  return db.transaction(async (tx) => {
    // Another process may take longer than locks are waited for.
    await tx.execute(sql`set local lock_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    if (!(await isEmpty(tx))) return false;
    const now = clock.now();
    const timeZone = settings.siteTimeZone;
    const { memberId, collectorId } = await seedPeople(tx, now);
    await seedCodes(tx, now);
    await seedSite(tx, { storage, now });
    await seedPages(tx, now);
    await seedTestimonials(tx, now);
    const sessions = await seedSessions(tx, createCalendar(now, timeZone));
    await seedBookings(tx, { sessions, memberId, collectorId, now, timeZone });
    await seedPrices(tx, sessions);
    await seedWaitlist(tx, { sessions, now, timeZone });
    await seedRecordings(tx, { storage, memberId, collectorId, now });
    await seedPurchases(tx, { memberId, collectorId, now });
    await seedResources(tx, { storage, now });
    await seedPasses(tx, { now });
    await seedHeldPass(tx, { now, timeZone });
    await seedCourse(tx, { now, sessions });
    await seedOneToOne(tx, { now, timeZone });
    await seedPlan(tx, { now });
    await seedMember(tx, collector.email, { now, timeZone });
    await seedGiftCards(tx, { now });
    if (hasLocalStripe) await payThroughStripe(tx, { siteUrl: settings.siteUrl, now });
    return true;
  });
}

async function isEmpty(tx: Transaction): Promise<boolean> {
  const anyone = await tx.select({ id: users.id }).from(users).limit(1);
  const anything = await tx.select({ id: liveSessions.id }).from(liveSessions).limit(1);
  return anyone.length === 0 && anything.length === 0;
}
