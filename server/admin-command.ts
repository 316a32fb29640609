import { z } from "zod";
import { closeDatabase, openDatabase } from "@db/client";
import { migrate } from "@db/migrate";
import { seedDemo } from "@db/seed/seed-demo";
import { makeAdmin } from "./accounts/make-admin";
import { lifetimeInWords } from "./accounts/link-lifetime";
import { systemClock } from "./clock";
import { readSettings, type Settings } from "./env";
import { StartError } from "./errors";
import { createLog } from "./log";
import { openStorage } from "./media/storage";
import { reachDatabase } from "./reach-database";

type Environment = Record<string, string | undefined>;

/**
 * Makes or promotes an admin on the configured database and answers what to tell whoever asked for it. The site may
 * run meanwhile. Throws a StartError of one line.
 */
export async function runAdminCommand(environment: Environment, [typed, ...others]: string[]): Promise<string> {
  const email = z.email().safeParse(typed);
  if (!email.success || others.length > 0) throw new StartError("Say whose: npm run admin -- you@example.com");
  const settings = readSettings(environment);
  const database = await reachDatabase(settings);
  try {
    const { isNew, link } = await makeAdminAt(database.url, settings, email.data);
    const done = isNew ? `${email.data} is an admin now, with a new account.` : `${email.data} is an admin now.`;
    return `${done}\nTo set a password, within ${lifetimeInWords("reset_password")}:\n  ${link}\n`;
  } finally {
    await database.leave();
  }
}

async function makeAdminAt(databaseUrl: string, settings: Settings, email: string) {
  await migrate(databaseUrl);
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    // Standard output is for whoever runs the command.
    const log = createLog(settings.logLevel, process.stderr);
    const services = { db, settings, clock: systemClock, log, storage: await openStorage(settings) };
    // Before anybody is in it: the demo fills an empty database only.
    if (!settings.isLive) await seedDemo(services);
    return await makeAdmin(services, email);
  } finally {
    await closeDatabase(db);
  }
}
