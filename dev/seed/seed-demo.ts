import type { Transaction } from "@db/client";
import { liveSessions, siteSettings, users } from "@db/schema";
import type { Services } from "@server/core/services";
import { sql } from "drizzle-orm";
import { seedBookings, seedWaitlist } from "./bookings";
import { seedCodes } from "./codes";
import { seedPages } from "./pages";
import { seedPeople } from "./people";
import { seedPurchases } from "./purchases";
import { seedRecordings } from "./recordings";
import { seedResources } from "./resources";
import { createCalendar, seedSessions } from "./timetable";

/** An arbitrary advisory lock key. */
const seedLock = 7_112_027;

type Seeding = Pick<Services, "db" | "clock" | "settings" | "storage">;

/** Fills an empty database, dated from now. Returns false if it is not empty. Of concurrent processes, one fills it. */
export async function seedDemo({ db, clock, settings, storage }: Seeding): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    if (!(await isEmpty(tx))) return false;
    const now = clock.now();
    const timeZone = settings.siteTimeZone;
    const { memberId, collectorId } = await seedPeople(tx, now);
    await seedCodes(tx);
    await seedSiteSettings(tx, now);
    await seedPages(tx, now);
    const sessions = await seedSessions(tx, createCalendar(now, timeZone), now);
    await seedBookings(tx, { sessions, memberId, collectorId, now, timeZone });
    await seedWaitlist(tx, { sessions, now, timeZone });
    await seedRecordings(tx, { storage, memberId, now });
    await seedPurchases(tx, { memberId, collectorId, now });
    await seedResources(tx, { storage, now });
    return true;
  });
}

/** These have no default. */
async function seedSiteSettings(tx: Transaction, now: Date): Promise<void> {
  const set = { health: { text: healthStatement, version: 1 }, home, profile };
  const rows = Object.entries(set).map(([key, value]) => ({ key, value, updatedAt: now }));
  await tx.insert(siteSettings).values(rows).onConflictDoNothing();
}

const home = {
  headline: "",
  intro: "Guided breathwork with a small group, online and in the room. The monthly session is on the first Tuesday.",
  announcement: "",
};

const profile = {
  name: "Clara",
  line: "A midwife for eleven years, and a breathwork teacher since.",
  text: "I say what we do and why before we do it, and you may stop at any moment.",
  credentials: [],
  languages: ["English", "Italian"],
  portrait: null,
};

const healthStatement = `Breathwork is gentle for most people, and it changes how your body feels: you may tingle, feel light-headed, warm or moved. You can slow down or stop at any moment. Please sit or lie down for it, never in water and never while driving.

Please ask your doctor before you book if you are pregnant or might be, or if you have or have had any of these: heart disease, high or low blood pressure, a stroke or an aneurysm; epilepsy or seizures; severe asthma or another lung condition; glaucoma or a detached retina; an operation or an injury in the last three months; panic attacks, psychosis, bipolar disorder or severe depression; or if you take medicines that affect your heart, your blood pressure or your mood.

Bring your inhaler if you use one. Breathwork does not replace medical or psychological treatment, and is no reason to change it.`;

async function isEmpty(tx: Transaction): Promise<boolean> {
  const anyone = await tx.select({ id: users.id }).from(users).limit(1);
  const anything = await tx.select({ id: liveSessions.id }).from(liveSessions).limit(1);
  return anyone.length === 0 && anything.length === 0;
}
