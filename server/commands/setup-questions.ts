import { readSettings, SettingsError } from "../core/env";
import { printPermissions, stripePermissions } from "../payments/stripe-permissions";

/** The name of a setting with what was answered; empty for an optional one that was left out. */
export type Answers = Record<string, string>;

export type Terminal = { ask(question: string, isSecret: boolean): Promise<string>; say(text: string): void };

type Environment = Record<string, string | undefined>;
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
  { name: "ADMIN_EMAIL", ask: "Your own email address. It is told of bookings, and visitors write to it" },
  {
    name: "MAIL_FROM",
    ask: "The name of your site, and the sender of its emails at a domain that is verified at https://resend.com/domains",
    suggest: (so) => `Breathroom <hello@${host(so)}>`,
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
    ask: `Stripe’s secret key (sk_live_…), from https://dashboard.stripe.com/apikeys. A restricted one (rk_live_…) needs the rights ${printPermissions(stripePermissions)}`,
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

type Questionnaire = { environment: Environment; answers: Answers; keep: () => Promise<void> };

/** Adds what the answers lack, from the environment or by asking, and keeps each one at once. */
export async function askMissing(talk: Terminal, { environment, answers, keep }: Questionnaire): Promise<void> {
  for (const question of questions.filter(({ name }) => answers[name] === undefined)) {
    answers[question.name] = environment[question.name]?.trim() || (await askOne(talk, question, answers));
    await keep();
  }
}

async function askOne(talk: Terminal, { name, ask, isSecret = false, isOptional, suggest }: Question, so: Answers) {
  const suggestion = suggest?.(so) ?? "";
  for (;;) {
    const answer = await talk.ask(`${ask}${suggestion && ` [${suggestion}]`}: `, isSecret);
    const value = answer.trim() || suggestion;
    const problem = value === "" ? (isOptional ? null : "Please answer this one.") : problemOf(name, value);
    if (problem === null) return value;
    talk.say(`  ${problem}\n`);
  }
}

/** Settings that are complete and valid, so that only what is typed can be wrong. */
export const sampleAnswers: Answers = {
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
    readSettings({ ...sampleAnswers, [name]: value });
    return null;
  } catch (error) {
    if (error instanceof SettingsError) return error.problems[0] ?? error.message;
    throw error;
  }
}
