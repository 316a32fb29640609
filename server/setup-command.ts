import { randomBytes } from "node:crypto";
import { access, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { StartError } from "@db/errors";
import { runAdminCommand } from "./admin-command";
import { readSettings, SettingsError } from "./core/env";
import { createWebhook, hasWebhook } from "./doctor/check-stripe";
import { reasonOf } from "./doctor/finding";
import { examine, printFindings } from "./doctor-command";
import { createStripeClient, type StripeAddress } from "./payments/stripe";

type Environment = Record<string, string | undefined>;
type Answers = Record<string, string>;
type Question = {
  name: string;
  ask: string;
  isSecret?: boolean;
  isOptional?: boolean;
  suggest?: (so: Answers) => string;
};

const host = ({ SITE_URL }: Answers) => new URL(SITE_URL ?? "https://example.com").hostname.replace(/^www\./, "");

const questions: Question[] = [
  { name: "SITE_URL", ask: "The address of your site, such as https://breathe.example" },
  { name: "SITE_NAME", ask: "The name of your site", suggest: () => "Breathroom" },
  { name: "ADMIN_EMAIL", ask: "Your own email address. It is told of bookings, and visitors write to it" },
  {
    name: "MAIL_FROM",
    ask: "The sender of emails. Its domain must be verified at https://resend.com/domains",
    suggest: (so) => `${so.SITE_NAME} <hello@${host(so)}>`,
  },
  { name: "RESEND_API_KEY", ask: "Resend’s key (re_…), from https://resend.com/api-keys", isSecret: true },
  {
    name: "RESEND_WEBHOOK_SECRET",
    ask: "The signing secret of Resend’s webhook SITE_URL/webhooks/resend. Empty: later, without reports of bounces",
    isSecret: true,
    isOptional: true,
  },
  {
    name: "STRIPE_SECRET_KEY",
    ask: "Stripe’s secret key (sk_live_…), from https://dashboard.stripe.com/apikeys",
    isSecret: true,
  },
  {
    name: "STRIPE_WEBHOOK_SECRET",
    ask: "The signing secret of Stripe’s webhook SITE_URL/webhooks/stripe. Empty: made for you",
    isSecret: true,
    isOptional: true,
  },
  {
    name: "TRUST_PROXY",
    ask: "Where the proxy with the certificate runs: loopback is this machine",
    suggest: () => "loopback",
  },
];

type Talk = { ask(question: string, isSecret: boolean): Promise<string>; say(text: string): void };

type Options = { talk?: Talk; folder?: string; stripeAddress?: StripeAddress };

/** Asks for what a live site needs, writes `.env`, makes the admin, runs the checks. Throws a StartError. */
export async function runSetupCommand(
  environment: Environment,
  _args: string[],
  options: Options = {},
): Promise<string> {
  const file = path.resolve(options.folder ?? ".", ".env");
  if (await isThere(file)) {
    throw new StartError(`${file} exists and stays as it is. Change it by hand; npm run doctor checks it.`);
  }
  const talk = options.talk ?? openTerminal();
  const answers = await askAll(talk, environment);
  if (!answers.STRIPE_WEBHOOK_SECRET) answers.STRIPE_WEBHOOK_SECRET = await makeWebhook(answers, options.stripeAddress);
  const settings = { MODE: "live", ...answers, ...newSecrets() };
  readSettings({ ...environment, ...settings });
  await writeFile(file, linesOf(settings), { flag: "wx", mode: 0o600 });
  talk.say(`\nWrote ${file}. It contains your keys: only this user can read it.\n\n`);
  const full = { ...environment, ...settings };
  const admin = await runAdminCommand(full, [answers.ADMIN_EMAIL ?? ""]);
  const findings = await examine(full, [], options);
  return `${printFindings(findings.filter(({ name }) => !ofRunningSite.includes(name)))}\n${nextSteps(answers)}${admin}`;
}

/** These checks need the site to run. */
const ofRunningSite = ["Address", "Proxy", "Jobs", "Test mail", "Stripe’s messages", "Resend’s messages"];

const nextSteps = ({ SITE_URL }: Answers) =>
  `1. Start the site: npm start. Your proxy must lead ${SITE_URL} to it.\n` +
  "2. Check the rest: npm run doctor -- --test-mail\n" +
  "3. Open the link below.\n\n";

async function askAll(talk: Talk, environment: Environment): Promise<Answers> {
  const answers: Answers = {};
  for (const question of questions) {
    const value = environment[question.name]?.trim() || (await askOne(talk, question, answers));
    if (value) answers[question.name] = value;
  }
  return answers;
}

async function askOne(talk: Talk, { name, ask, isSecret = false, isOptional, suggest }: Question, so: Answers) {
  const suggestion = suggest?.(so) ?? "";
  for (;;) {
    const given = await talk.ask(`${ask}${suggestion && ` [${suggestion}]`}: `, isSecret);
    const value = given.trim() || suggestion;
    const problem = value === "" ? (isOptional ? null : "Please answer this one.") : problemOf(name, value);
    if (problem === null) return value;
    talk.say(`  ${problem}\n`);
  }
}

/** Complete and valid, so that only the answer can be wrong. */
const sample: Answers = {
  MODE: "live",
  SITE_URL: "https://breathe.example",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
  RESEND_API_KEY: "re_x",
  MAIL_FROM: "ada@breathe.example",
  ADMIN_EMAIL: "ada@breathe.example",
};

function problemOf(name: string, value: string): string | null {
  if (/[\r\n"]/.test(value)) return "Leave out quotation marks.";
  try {
    readSettings({ ...sample, [name]: value });
    return null;
  } catch (error) {
    if (error instanceof SettingsError) return error.problems[0] ?? error.message;
    throw error;
  }
}

async function makeWebhook(
  { SITE_URL = "", STRIPE_SECRET_KEY = "" }: Answers,
  address?: StripeAddress,
): Promise<string> {
  const settings = readSettings({ ...sample, SITE_URL, STRIPE_SECRET_KEY });
  const stripe = {
    client: createStripeClient({ secretKey: STRIPE_SECRET_KEY, ...address }),
    webhookSecret: "",
    isLive: true,
  };
  const here = "Copy its signing secret from https://dashboard.stripe.com/webhooks and run npm run setup again.";
  let isThere: boolean;
  try {
    isThere = await hasWebhook({ settings, stripe });
    if (!isThere) return await createWebhook({ settings, stripe });
  } catch (error) {
    throw new StartError(
      `Stripe’s webhook could not be made: ${reasonOf(error)}. Nothing was written. Make it by hand. ${here}`,
    );
  }
  throw new StartError(`Stripe has a webhook for this site already. Nothing was written. ${here}`);
}

const newSecrets = () => ({
  COOKIE_SECRET: randomBytes(32).toString("hex"),
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
});

/** Quoted, because a value may contain a # or a space. */
const linesOf = (settings: Answers) =>
  `${Object.entries(settings)
    .map(([name, value]) => `${name}="${value}"`)
    .join("\n")}\n`;

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Asks on the terminal without showing secrets, or reads one line for each answer from a pipe. */
function openTerminal(): Talk {
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
      if (line.done) throw new StartError("The answers have ended before the questions. Nothing was written.");
      return line.value;
    },
    say: (text) => void process.stdout.write(text),
  };
}
