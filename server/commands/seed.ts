import { closeDatabase, openDatabase } from "@db/client";
import { migrate } from "@db/migrate";
import { StartError } from "@db/errors";
import { systemClock } from "../core/services";
import { readSettings, type Settings } from "../core/env";
import { openStorage } from "../platform/media/storage";
import { reachDatabase } from "@db/embedded";

/** Adds years of sample data; the site may be running. Throws a StartError, also for a live site. */
export async function runSeedCommand(environment: Record<string, string | undefined>): Promise<string> {
  if (environment.MODE === "live")
    throw new StartError("The large seed is for demos only; it never runs with MODE=live.");
  const settings = readSettings(environment);
  const database = await reachDatabase(settings);
  try {
    return await seedAt(database.url, settings);
  } finally {
    await database.leave();
  }
}

async function seedAt(databaseUrl: string, settings: Settings): Promise<string> {
  const { seedDemo } = await import("@dev/seed/seed-demo");
  const { largeSizes, seedLarge } = await import("@dev/seed/large/seed-large");
  await migrate(databaseUrl, settings.database);
  const db = openDatabase(databaseUrl, { max: 1, queryTimeoutMs: 0 });
  try {
    const began = performance.now();
    await seedDemo({ db, settings, clock: systemClock, storage: await openStorage(settings) });
    const seed = { sizes: largeSizes, now: systemClock.now(), timeZone: settings.siteTimeZone };
    if (!(await seedLarge(db, seed))) return "The large seed is in this database already; nothing was changed.\n";
    const added = Object.entries(largeSizes).map(([what, count]) => `${count.toLocaleString("en")} ${inWords(what)}`);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    return `Added in ${seconds} s: ${added.join(", ")}, with payments, refunds and waitlists.\n`;
  } finally {
    await closeDatabase(db);
  }
}

const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
