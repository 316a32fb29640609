import { randomBytes } from "node:crypto";
import path from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import Stripe from "stripe";
import { StartError } from "@db/errors";
import { runAdminCommand } from "./admin";
import { readSettings } from "../core/env";
import { createWebhook, hasWebhook } from "../office/doctor/check-stripe-webhook";
import { reasonOf } from "../office/doctor/finding";
import { examine, printFindings } from "./doctor";
import { createStripeClient, type StripeAddress } from "../payments/stripe";
import { type Answers, askMissing, sampleAnswers, type Terminal } from "./setup-questions";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { parseEnv } from "node:util";

type Environment = Record<string, string | undefined>;
type Options = { talk?: Terminal; folder?: string; stripeAddress?: StripeAddress };

/**
 * Asks for what a live site needs, writes `.env`, makes the admin, runs the checks. Every answer is kept: after a failure,
 * the next run asks for what is missing only. Throws a StartError.
 */
export async function runSetupCommand(
  environment: Environment,
  _args: string[],
  options: Options = {},
): Promise<string> {
  const file = path.resolve(options.folder ?? ".", ".env");
  const kept = await readUnfinished(file);
  const talk = options.talk ?? openTerminal();
  if (Object.keys(kept).length > 0) talk.say(`Going on with ${file}. To change an answer in it, edit the file.\n\n`);
  const settings: Answers = { MODE: "live", ...placeOf(environment), ...kept };
  const keep = () => writeSettings(file, settings);
  await askMissing(talk, { environment, answers: settings, keep });
  if (!settings.STRIPE_WEBHOOK_SECRET) await addWebhook(settings, { file, stripeAddress: options.stripeAddress });
  for (const [name, secret] of Object.entries(newSecrets())) settings[name] ||= secret;
  await keep();
  const full = { ...environment, ...settings };
  readSettings(full);
  talk.say(`\nWrote ${file}. It contains your keys: only this user can read it.\n\n`);
  // What a log would say is said here in words.
  const admin = await runAdminCommand({ ...full, LOG_LEVEL: "silent" }, [settings.ADMIN_EMAIL ?? ""]);
  const findings = await examine(full, [], options);
  await writeSettings(file, settings, { isFinished: true });
  return `${printFindings(findings.filter(({ name }) => !ofRunningSite.includes(name)))}\n${nextSteps(settings)}${admin}`;
}

/** Returns where the data is, because the site has to find the admin there. */
function placeOf({ DATA_DIR: folder, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }: Environment): Answers {
  return {
    ...(folder && { DATA_DIR: path.resolve(folder) }),
    ...(url && { DATABASE_URL: url }),
    ...(directUrl && { DATABASE_DIRECT_URL: directUrl }),
  };
}

/** These checks need the site to run. */
const ofRunningSite = ["Address", "Proxy", "Jobs", "Test mail", "Stripe’s messages", "Resend’s messages"];

const nextSteps = ({ SITE_URL }: Answers) =>
  `1. Start the site: npm start. Your proxy must lead ${SITE_URL} to it.\n` +
  "2. Check the rest: npm run doctor -- --test-mail\n" +
  "3. Open the link below.\n\n";

type SetUpFile = { file: string; stripeAddress: StripeAddress | undefined };

/** Makes Stripe's webhook and adds its secret. If it can't be made, forgets what the next run should ask for again. */
async function addWebhook(settings: Answers, { file, stripeAddress }: SetUpFile): Promise<void> {
  const { SITE_URL = "", STRIPE_SECRET_KEY = "" } = settings;
  const site = {
    settings: readSettings({ ...sampleAnswers, SITE_URL, STRIPE_SECRET_KEY }),
    stripe: {
      client: createStripeClient({ secretKey: STRIPE_SECRET_KEY, ...stripeAddress }),
      webhookSecret: "",
      isLive: true,
    },
  };
  const stop = async (what: string, missing: string[]) => {
    for (const name of missing) delete settings[name];
    await writeSettings(file, settings);
    const are = missing.length === 1 ? "is" : "are";
    const rest = `Your answers are in ${file}; ${missing.join(" and ")} ${are} missing.`;
    return new StartError(`${what}\n${rest} Run npm run setup again: it goes on from there.`);
  };
  const secret = "STRIPE_WEBHOOK_SECRET";
  try {
    if (!(await hasWebhook(site))) return void (settings[secret] = await createWebhook(site));
  } catch (error) {
    const isKeyWrong = error instanceof Stripe.errors.StripeAuthenticationError;
    const what = `Stripe’s webhook could not be made: ${reasonOf(error).replace(/\.$/, "")}.`;
    throw await stop(what, isKeyWrong ? ["STRIPE_SECRET_KEY", secret] : [secret]);
  }
  const place = "https://dashboard.stripe.com/webhooks";
  throw await stop(`Stripe has a webhook for this site already. Copy its signing secret from ${place}.`, [secret]);
}

const newSecrets = (): Answers => ({
  COOKIE_SECRET: randomBytes(32).toString("hex"),
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
});

/** Asks on the terminal without showing secrets, or reads one line for each answer from a pipe. */
function openTerminal(): Terminal {
  let isMuted = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = Boolean(process.stdin.isTTY);
  const lines = createInterface({ input: process.stdin, output, terminal });
  const answers = lines[Symbol.asyncIterator]();
  return {
    async ask(question, isSecret) {
      process.stdout.write(question);
      isMuted = isSecret;
      const line: IteratorResult<string, undefined> = await answers.next();
      isMuted = false;
      if (isSecret || !terminal) process.stdout.write("\n");
      if (line.done) throw new StartError("The answers have ended before the questions. Those given are kept in .env.");
      return line.value;
    },
    say: (text) => void process.stdout.write(text),
  };
}

const unfinished = "# Not finished: npm run setup goes on from here.";

/** Returns what an unfinished setup has kept, or nothing if there is no file. Throws a StartError if it is finished. */
async function readUnfinished(file: string): Promise<Answers> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return unfinished;
    throw error;
  });
  if (text.startsWith(unfinished)) return parseEnv(text) as Answers;
  throw new StartError(`${file} exists and stays as it is. Change it by hand; npm run doctor checks it.`);
}

/** Replaces the file as a whole. Only this user can read it. */
async function writeSettings(file: string, settings: Answers, { isFinished = false } = {}): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quote(value)}`);
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, `${[...(isFinished ? [] : [unfinished]), ...lines].join("\n")}\n`, {
    flag: "wx",
    mode: 0o600,
  });
  await rename(draft, file);
}

/** A value may contain a # or a space. */
const quote = (value: string): string => (value.includes('"') ? `'${value}'` : `"${value}"`);
