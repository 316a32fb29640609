import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { users } from "@db/schema";
import { runDoctorCommand } from "@server/commands/doctor";
import { runSetupCommand } from "@server/commands/setup";
import { afterEach } from "vitest";
import { expect, type Patient, test as doctorTest } from "../../support/doctor";

const test = doctorTest.extend<{ folder: string }>({
  folder: async ({ app: _ }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), "breathroom-setup-"));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

afterEach(() => void (process.exitCode = undefined));

/** Gives the prepared answers in order and records the questions. */
function talkWith(...answers: string[]) {
  const heard: string[] = [];
  const ask = (question: string) => {
    heard.push(question);
    return Promise.resolve(answers.shift() ?? "");
  };
  return { heard, ask, say: (text: string) => void heard.push(text) };
}

const outsideOf = ({ site }: Patient) => new URL(site.settings.resend?.baseUrl ?? "");

function environmentOf(patient: Patient, databaseUrl: string, folder: string) {
  const { href } = outsideOf(patient);
  return { DATABASE_URL: databaseUrl, DATA_DIR: path.join(folder, "data"), RESEND_BASE_URL: href, LOG_LEVEL: "silent" };
}

const optionsFor = (patient: Patient, folder: string) => ({
  folder,
  stripeAddress: { host: "127.0.0.1", port: Number(outsideOf(patient).port), protocol: "http" } as const,
});

const answers = [
  ...["breathe.example", "https://breathe.example", "ada@breathe.example", "", "re_x", "", "sk_live_x", "", ""],
];

test("asks a few questions, writes .env for this user only and prints the admin's link", async ({
  patient,
  databaseUrl,
  folder,
}) => {
  const talk = talkWith(...answers);
  const environment = environmentOf(patient, databaseUrl, folder);
  const output = await runSetupCommand(environment, [], { ...optionsFor(patient, folder), talk });
  const file = path.join(folder, ".env");
  const written = await readFile(file, "utf8");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(talk.heard).toContain("  SITE_URL: must be an http or https address\n");
  expect(written).toContain('\nSITE_URL="https://breathe.example"\nADMIN_EMAIL="ada@breathe.example"\n');
  expect(written).toContain('MAIL_FROM="Breathroom <hello@breathe.example>"');
  expect(written).toContain('STRIPE_WEBHOOK_SECRET="whsec_made_by_the_stand_in"');
  expect(written).toMatch(/^COOKIE_SECRET="[0-9a-f]{64}"$/m);
  expect(written).toContain(`DATA_DIR="${path.join(folder, "data")}"\n`);
  expect(written).toMatch(/^ENCRYPTION_KEYS="k1:[\w+/]{43}="$/m);
  expect(output).toContain("Stripe account");
  expect(output).toMatch(/^fine +File storage/m);
  const names = output.split("\n").flatMap((line) => /^(?:fine|look|WRONG) +(\S.*?) {2}/.exec(line)?.[1] ?? []);
  expect(names, "each line has a name of its own").toEqual([...new Set(names)]);
  expect(output).toMatch(/https:\/\/breathe\.example\/reset-password\?token=\S+\n$/);
  expect(output).not.toContain("re_x");
  expect(await patient.app.db.select().from(users)).toMatchObject([{ email: "ada@breathe.example", role: "admin" }]);
});

test("keeps the answers when Stripe refuses the key, and asks for that key only in the next run", async ({
  patient,
  databaseUrl,
  folder,
}) => {
  const environment = environmentOf(patient, databaseUrl, folder);
  const file = path.join(folder, ".env");
  const run = (...lines: string[]) => {
    const talk = talkWith(...lines);
    return { ...talk, output: runSetupCommand(environment, [], { ...optionsFor(patient, folder), talk }) };
  };
  patient.answers.stripeStatus = 401;
  const missing = /could not be made: .*\n.*STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are missing/;
  await expect(run(...answers.slice(1)).output).rejects.toThrow(missing);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const kept = await readFile(file, "utf8");
  expect(kept).toContain('SITE_URL="https://breathe.example"\n');
  expect(kept).toContain('TRUST_PROXY="loopback"\n');
  expect(kept).not.toContain("sk_live_x");

  patient.answers.stripeStatus = 503;
  const unreachable = run("sk_live_y", "");
  await expect(unreachable.output).rejects.toThrow(/STRIPE_WEBHOOK_SECRET is missing/);
  expect(unreachable.heard).toHaveLength(3);

  patient.answers.stripeStatus = 200;
  const second = run("whsec_0123456789abcdef");
  expect(await second.output).toContain("is an admin now");
  expect(second.heard.filter((text) => text.endsWith(": "))).toEqual([expect.stringContaining("Stripe’s webhook")]);
  expect(await readFile(file, "utf8")).toMatch(/^MODE="live"[^#]*STRIPE_SECRET_KEY="sk_live_y"/);
  await expect(run().output).rejects.toThrow(/exists and stays as it is/);
});

test("keeps what was answered before the answers end, and never changes a finished .env", async ({
  patient,
  databaseUrl,
  folder,
}) => {
  const environment = environmentOf(patient, databaseUrl, folder);
  const talk = talkWith("https://breathe.example");
  const ask = (question: string) => (talk.heard.length > 0 ? Promise.reject(new Error("ended")) : talk.ask(question));
  const options = optionsFor(patient, folder);
  await expect(runSetupCommand(environment, [], { ...options, talk: { ...talk, ask } })).rejects.toThrow("ended");
  const file = path.join(folder, ".env");
  expect(await readFile(file, "utf8")).toContain('SITE_URL="https://breathe.example"\n');
  await writeFile(file, "MODE=demo\n");
  await expect(runSetupCommand(environment, [], { ...options, talk })).rejects.toThrow(/exists and stays as it is/);
  expect(await readFile(file, "utf8")).toBe("MODE=demo\n");
});

test("the doctor lists wrong settings, and else the same findings as the page", async ({
  patient,
  databaseUrl,
  folder,
}) => {
  const wrong = (await runDoctorCommand({ MODE: "live" }, [])).split("\n");
  const names = wrong.filter((line) => line.startsWith("WRONG")).map((line) => line.split(/\s+/)[1]);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toContain("SITE_URL");
  expect(wrong.join()).toMatch(/ +Set it in \.env\., +Or run: npm run setup,/);
  expect(process.exitCode).toBe(1);
  const environment = {
    ...environmentOf(patient, databaseUrl, folder),
    MODE: "live",
    SITE_URL: "https://breathe.example",
    COOKIE_SECRET: "c".repeat(32),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString("base64")}`,
    STRIPE_SECRET_KEY: "sk_live_x",
    STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
    RESEND_API_KEY: "re_x",
    MAIL_FROM: "ada@breathe.example",
    ADMIN_EMAIL: "ada@breathe.example",
  };
  const output = await runDoctorCommand(environment, ["--create-webhook", "--test-mail"], optionsFor(patient, folder));
  expect(output).toContain("STRIPE_WEBHOOK_SECRET=whsec_made_by_the_stand_in");
  expect(output).toMatch(/^fine {3}Stripe account +can take payments$/m);
  expect(output).toMatch(/^look {3}Test mail +waiting to be sent$/m);
});
