import { closeDatabase, openDatabase } from "@db/client";
import { reachDatabase } from "@db/embedded";
import { prepareDataDir } from "@db/embedded/data-dir";
import { readSettings, type Settings, SettingsError } from "../core/env";
import { keepSecrets } from "../core/secrets";
import { type Services, systemClock } from "../core/services";
import { inTransaction } from "../core/transaction";
import { createWebhook, hasWebhook } from "../office/doctor/check-stripe-webhook";
import { fault, type Finding, reasonOf } from "../office/doctor/finding";
import { enqueueTestMail, runDoctor } from "../office/doctor/run-doctor";
import { openStorage } from "../platform/media/storage";
import { createStripeClient, type StripeAddress } from "../payments/stripe";

type Environment = Record<string, string | undefined>;
type Options = { stripeAddress?: StripeAddress | undefined };
type DoctorServices = Pick<Services, "settings" | "db" | "clock" | "stripe" | "storage">;

/** Runs the checks of `/admin/system` beside a running site or without one. Exits with 1 if there is a fault. */
export async function runDoctorCommand(environment: Environment, args: string[], options?: Options): Promise<string> {
  const findings = await examine(environment, args, options);
  if (findings.some(({ state }) => state === "fault")) process.exitCode = 1;
  return printFindings(findings);
}

/** Checks the site of these settings, which may be wrong themselves. */
export async function examine(environment: Environment, args: string[], options: Options = {}): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = readSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems.map(settingFault);
  }
  settings.dataDir = await prepareDataDir(settings.dataDir);
  await keepSecrets(settings);
  const database = await reachDatabase(settings);
  const db = openDatabase(database.url, { max: 2 });
  try {
    const services = {
      settings,
      db,
      clock: systemClock,
      stripe: stripeOf(settings, options),
      storage: await openStorage(settings),
    };
    return [...(await doFirst(services, args)), ...(await runDoctor(services))];
  } finally {
    await closeDatabase(db);
    await database.leave();
  }
}

/** Names the finding after the setting, as the problem does. */
function settingFault(problem: string): Finding {
  const [setting = "", ...what] = problem.split(": ");
  return fault(setting, what.join(": "), "Set it in .env.", "npm run setup");
}

function stripeOf({ stripe }: Settings, { stripeAddress }: Options): Services["stripe"] {
  // A demo without keys is not asked about Stripe.
  const { secretKey, webhookSecret } = stripe ?? { secretKey: "sk_test_none", webhookSecret: "" };
  const isLive = /^(sk|rk)_live_/.test(secretKey);
  return { client: createStripeClient({ secretKey, ...stripeAddress }), webhookSecret, isLive };
}

async function doFirst(services: DoctorServices, args: string[]): Promise<Finding[]> {
  const done: Finding[] = [];
  if (args.includes("--create-webhook")) done.push(await makeWebhook(services));
  if (args.includes("--test-mail")) done.push(await sendMail(services));
  return done;
}

async function makeWebhook(services: DoctorServices): Promise<Finding> {
  const name = "New webhook";
  try {
    if (await hasWebhook(services)) {
      return { name, state: "fine", what: "not made: Stripe has an endpoint for this site", todo: "" };
    }
    const secret = await createWebhook(services);
    const todo = `Put this line into .env and start the site again. It is shown only now:\nSTRIPE_WEBHOOK_SECRET=${secret}`;
    return { name, state: "fine", what: "made", todo };
  } catch (error) {
    const todo = "A restricted key needs write access to webhook endpoints; or add the endpoint in the dashboard.";
    return fault(name, `could not be made: ${reasonOf(error)}`, todo);
  }
}

async function sendMail(services: DoctorServices): Promise<Finding> {
  const { settings, clock } = services;
  await inTransaction(services, (tx) => enqueueTestMail(tx, services, clock.now().toISOString()));
  return { name: "New test mail", state: "fine", what: `goes to ${settings.adminEmail} once the site runs`, todo: "" };
}

const marks = { fine: "fine   ", warning: "look   ", fault: "WRONG  " };

export function printFindings(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const indent = " ".repeat(marks.fine.length + width + 2);
  const lines = findings.flatMap(({ name, state, what, todo, command }) => [
    `${marks[state]}${name.padEnd(width)}  ${what}`,
    ...(todo ? todo.split("\n").map((line) => `${indent}${line}`) : []),
    ...(command ? [`${indent}Or run: ${command}`] : []),
  ]);
  return `${lines.join("\n")}\n`;
}
