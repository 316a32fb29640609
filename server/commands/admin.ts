import { closeDatabase, openDatabase } from "@db/client";
import { StartError } from "@db/errors";
import { migrate } from "@db/migrate";
import { z } from "zod";
import { lifetimeInWords } from "../accounts/account-tokens";
import { makeAdmin } from "../accounts/make-admin";
import { removeLostSecondFactor } from "../accounts/second-factor";
import { readSettings, type Settings } from "../core/env";
import { createLog } from "../core/log";
import { type Services, systemClock } from "../core/services";
import { prepareQueue } from "../process/worker";
import { openStorage } from "../platform/media/storage";
import { reachDatabase } from "@db/embedded";

type Environment = Record<string, string | undefined>;

const removal = "--remove-second-factor";

/** Creates or promotes an admin, or removes a lost second factor. Returns the operator's text; throws a StartError. */
export async function runAdminCommand(environment: Environment, [typed, ...others]: string[]): Promise<string> {
  const email = z.email().safeParse(typed);
  const isRemoval = others.length === 1 && others[0] === removal;
  if (!email.success || (others.length > 0 && !isRemoval)) {
    throw new StartError("Name the account: npm run admin -- you@example.com");
  }
  const settings = readSettings(environment);
  const database = await reachDatabase(settings);
  try {
    const work = isRemoval ? removeFactor : promote;
    return await withServices(database.url, settings, (services) => work(services, email.data));
  } finally {
    await database.leave();
  }
}

type CommandServices = Pick<Services, "settings" | "db" | "clock" | "log" | "storage">;

async function promote(services: CommandServices, email: string): Promise<string> {
  const { isNew, link } = await makeAdmin(services, email);
  const done = isNew ? `${email} is an admin now, with a new account.` : `${email} is an admin now.`;
  return `${done}\nTo set a password, within ${lifetimeInWords("reset_password")}:\n  ${link}\n`;
}

async function removeFactor(services: CommandServices, email: string): Promise<string> {
  if (!(await removeLostSecondFactor(services, email))) throw new StartError(`${email} does not use two-step sign-in.`);
  return `${email} no longer uses two-step sign-in, is signed out everywhere and has been emailed.\n`;
}

async function withServices(
  databaseUrl: string,
  settings: Settings,
  work: (services: CommandServices) => Promise<string>,
): Promise<string> {
  // Standard output is for the person running the command.
  const log = createLog(settings.logLevel, process.stderr);
  await migrate(databaseUrl, settings.database);
  await prepareQueue(databaseUrl, log);
  const db = openDatabase(databaseUrl, { max: 1, queryTimeoutMs: 0 });
  try {
    const services = { db, settings, clock: systemClock, log, storage: await openStorage(settings) };
    if (!settings.isLive) {
      const { seedDemo } = await import("@dev/seed/seed-demo");
      await seedDemo(services);
    }
    return await work(services);
  } finally {
    await closeDatabase(db);
  }
}
