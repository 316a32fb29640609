import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { users } from "@db/schema";
import { runDoctorCommand } from "@server/doctor-command";
import { runSetupCommand } from "@server/setup-command";
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
  ...["breathe.example", "https://breathe.example", "", "ada@breathe.example", "", "re_x", "", "sk_live_x", "", ""],
];

test("asks a few questions, writes .env for this user only and prints the admin's link", async ({
  patient,
  databaseUrl,
  folder,
}) => {
  const talk = talkWith(...answers);
  const environment = environmentOf(patient, databaseUrl, folder);
  const said = await runSetupCommand(environment, [], { ...optionsFor(patient, folder), talk });
  const file = path.join(folder, ".env");
  const written = await readFile(file, "utf8");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(talk.heard).toContain("  SITE_URL: must be an http or https address\n");
  expect(written).toContain('MODE="live"\nSITE_URL="https://breathe.example"\nSITE_NAME="Breathroom"\n');
  expect(written).toContain('MAIL_FROM="Breathroom <hello@breathe.example>"');
  expect(written).toContain('STRIPE_WEBHOOK_SECRET="whsec_made_by_the_stand_in"');
  expect(written).toMatch(/^COOKIE_SECRET="[0-9a-f]{64}"$/m);
  expect(written).toMatch(/^ENCRYPTION_KEYS="k1:[\w+/]{43}="$/m);
  expect(said).toContain("Stripe account");
  expect(said).toMatch(/https:\/\/breathe\.example\/reset-password\?token=\S+\n$/);
  expect(said).not.toContain("re_x");
  expect(await patient.app.db.select().from(users)).toMatchObject([{ email: "ada@breathe.example", role: "admin" }]);
});

test("never overwrites .env, and writes nothing when Stripe refuses", async ({ patient, databaseUrl, folder }) => {
  const environment = environmentOf(patient, databaseUrl, folder);
  const run = () =>
    runSetupCommand(environment, [], { ...optionsFor(patient, folder), talk: talkWith(...answers.slice(1)) });
  patient.answers.stripeStatus = 401;
  await expect(run()).rejects.toThrow(/could not be made: .*Nothing was written/);
  const file = path.join(folder, ".env");
  await expect(stat(file)).rejects.toThrow("ENOENT");
  await writeFile(file, "MODE=demo\n");
  await expect(run()).rejects.toThrow(/exists and stays as it is/);
  expect(await readFile(file, "utf8")).toBe("MODE=demo\n");
});

test("the doctor lists wrong settings, and else the same findings as the page", async ({
  patient,
  databaseUrl,
  folder,
}) => {
  expect(await runDoctorCommand({ MODE: "live" }, [])).toMatch(/^WRONG {2}Settings {2}SITE_URL: missing/);
  expect(process.exitCode).toBe(1);
  const environment = {
    ...environmentOf(patient, databaseUrl, folder),
    ...{ MODE: "live", SITE_URL: "https://breathe.example", COOKIE_SECRET: "c".repeat(32) },
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString("base64")}`,
    ...{ STRIPE_SECRET_KEY: "sk_live_x", STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef", RESEND_API_KEY: "re_x" },
    ...{ MAIL_FROM: "ada@breathe.example", ADMIN_EMAIL: "ada@breathe.example" },
  };
  const said = await runDoctorCommand(environment, ["--create-webhook", "--test-mail"], optionsFor(patient, folder));
  expect(said).toContain("STRIPE_WEBHOOK_SECRET=whsec_made_by_the_stand_in");
  expect(said).toMatch(/^fine {3}Stripe account +can take payments$/m);
  expect(said).toMatch(/^look {3}Test mail +waiting to be sent$/m);
});
