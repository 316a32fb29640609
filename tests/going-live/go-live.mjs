// npm run test:going-live: from a clean folder and an empty environment to a live site. Counts and times each step and writes
// them into docs/going-live.md. Stripe, Resend and the proxy are stand-ins, reached by https with a test's certificates.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openByCode } from "./browser.mjs";
import { readFindings, readOutput, runCommand } from "./commands.mjs";
import {
  addSession,
  bookAndCancel,
  bookAndPay,
  choosePassword,
  expect,
  findOpenSteps,
  publishLegalPages,
  saveHealthStatement,
  turnOnSecondFactor,
  writeProfile,
} from "./office.mjs";
import { hosts, startStandIns } from "./stand-ins.mjs";
import { Visitor } from "./visitor.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const resendSecret = `whsec_${Buffer.from("the secret of the test's webhook").toString("base64")}`;
const steps = [];

async function step(name, typed, work) {
  const begin = performance.now();
  const result = await work();
  steps.push({ name, typed, seconds: (performance.now() - begin) / 1000 });
  return result;
}

/** PostgreSQL's user has to enter it. */
const folder = mkdtempSync(path.join(tmpdir(), "going-live-"));
chmodSync(folder, 0o755);
const site = path.join(folder, "site");
const sitePort = await freePort();
const standIns = await startStandIns(folder, { sitePort, resendSecret });
const way = { port: standIns.port, ca: readFileSync(standIns.ca) };
const [admin, visitor] = [new Visitor(way), new Visitor(way)];
const answers = [
  ...[`https://${hosts.site}`, "ada@breathe.example", "Breathe <hello@breathe.example>", "re_live", resendSecret],
  ...["sk_live_1234", "", ""],
];
let server;

try {
  await goLive();
  record();
} finally {
  await stop();
  standIns.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function goLive() {
  await step("Get the program", "`git clone`", () =>
    execFileSync("git", ["clone", "-q", "--depth=1", `file://${root}`, site]),
  );
  await step("Install", "`npm ci`", () =>
    runCommand(["npm", "ci", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: site, env: environment() }),
  );
  await setUpWithoutStripe();
  const output = await step(
    "Set up",
    "`npm run setup`, eight answers: three typed, three pasted, two left as suggested",
    () => run("npm run -s setup", answers),
  );
  readFindings("setup", output);
  const link = /https:\S+reset-password\S+/.exec(output)?.[0];
  expect(link, "setup prints the admin's link");
  expect((statSync(path.join(site, ".env")).mode & 0o777) === 0o600, ".env is for this user only");
  expect(standIns.endpoints.length === 1, "setup makes Stripe's webhook");
  await step("Build and start", "`npm start`", () => start());
  await step("Check", "`npm run doctor -- --test-mail`", checkUntilFine);
  await inTheBrowser(link);
  await step("Back up", "`npm run backup`", async () => {
    const saved = await run("npm run -s backup");
    expect(/breathroom-\S+\.tar/.test(saved), `a backup is written (${saved})`);
  });
  const left = await findOpenSteps(admin);
  expect(left.length === 0, `no first step is left (${left.join(", ")})`);
  await stop();
  await openWithCode();
}

/** Stripe can't be reached: setup keeps the answers, and its next run asks for one thing only. */
async function setUpWithoutStripe() {
  const unreachable = { GOING_LIVE_HOSTS: `${hosts.stripe}:1` };
  const stopped = await run("npm run -s setup", answers, unreachable);
  expect(/STRIPE_WEBHOOK_SECRET is missing/.test(stopped), "setup names what is missing");
  expect((statSync(path.join(site, ".env")).mode & 0o777) === 0o600, "what setup keeps is for this user only");
  const resumed = await run("npm run -s setup", [""]);
  expect(/reset-password/.test(resumed), "setup goes on from there");
  for (const made of [".env", ".data"]) rmSync(path.join(site, made), { recursive: true, force: true });
  standIns.endpoints.length = 0;
}

/** The way in of Docker: a site with an empty folder and no owner prints a code. */
async function openWithCode() {
  const output = await start({ DATA_DIR: path.join(folder, "second") });
  const code = /^ *Code +(\S+)$/m.exec(output)?.[1];
  expect(code, "a site without an owner prints a code");
  await openByCode({ port: standIns.port, code });
}

async function inTheBrowser(link) {
  await step("Choose the password", "the printed link, a password twice", () => choosePassword(admin, link));
  const portrait = path.join(root, "dev/seed/media/portrait.webp");
  await step("Profile", "a name, a line, a portrait", () => writeProfile(admin, portrait));
  await step("Privacy and terms", "both read, what is in brackets filled in, the note deleted, published", () =>
    publishLegalPages(admin),
  );
  await step("Health statement", "the starting text read and saved", () => saveHealthStatement(admin));
  await step("Two-step sign-in", "the password, a code from an app", () => turnOnSecondFactor(admin));
  const free = await step("A first session", "title, text, time, link", () => addSession(admin, "A free test", "0"));
  await step("Book it and cancel", "two names, an address, the link in the mail", () =>
    bookAndCancel(visitor, free, standIns.mails),
  );
  await step("A paid session, booked and paid", "the same, and a card at Stripe’s page", async () => {
    const paid = await addSession(admin, "A paid evening", "12");
    await bookAndPay(visitor, paid, standIns.pay);
  });
}

function environment() {
  return {
    PATH: process.env.PATH,
    HOME: folder,
    PORT: String(sitePort),
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    NODE_EXTRA_CA_CERTS: standIns.ca,
    NODE_OPTIONS: `--import ${path.join(root, "tests/going-live/redirect-hosts.mjs")}`,
    GOING_LIVE_HOSTS: `${Object.values(hosts).join(",")}:${standIns.port}`,
    npm_config_cache: process.env.npm_config_cache ?? path.join(process.env.HOME ?? "", ".npm"),
  };
}

/** Runs a command with lines on its standard input; returns what it prints, even if it ends with 1. */
async function run(command, lines = [], variables = {}) {
  const { output } = await runCommand(command.split(" "), {
    cwd: site,
    env: { ...environment(), ...variables },
    lines,
  });
  readOutput(command, output);
  return output;
}

/** Starts the site; returns what it prints until it is ready. */
function start(variables = {}) {
  const env = { ...environment(), ...variables };
  server = spawn(process.execPath, ["scripts/start.mjs"], { cwd: site, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  return new Promise((resolve, reject) => {
    server.once("exit", () => reject(new Error(`the site has ended\n${output}`)));
    for (const stream of [server.stdout, server.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        if (/Breathroom is ready[^]*\n$/.test(output)) resolve(output);
      });
    }
  }).then((all) => {
    readOutput("npm start", all);
    return all;
  });
}

async function stop() {
  if (!server || server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}

/** The test mail takes a moment; what only a first payment and the first backup show may remain. */
async function checkUntilFine() {
  let output = await run("npm run -s doctor -- --test-mail");
  for (let time = 0; time < 5 && !/^fine +Test mail/m.test(output); time += 1) output = await run("npm run -s doctor");
  readFindings("the doctor", output);
  expect(/^fine +Test mail/m.test(output), "the test mail is delivered");
}

/** Writes the steps between the markers of the document. */
function record() {
  const commit = execFileSync("git", ["-C", site, "rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).trim();
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  const rows = steps.map(
    ({ name, typed, seconds }, nth) => `| ${nth + 1} | ${name} | ${typed} | ${seconds.toFixed(1)} |`,
  );
  const table = ["| | Step | What the person types or chooses | Seconds |", "| --- | --- | --- | --- |", ...rows];
  const when = `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${availableParallelism()} processors`;
  const text = `${when}: ${steps.length} steps, ${Math.round(total)} seconds of waiting.\n\n${table.join("\n")}`;
  const file = path.join(root, "docs/going-live.md");
  const [begin, end] = ["<!-- record: npm run test:going-live -->", "<!-- end of the record -->"];
  const [before, rest] = readFileSync(file, "utf8").split(begin);
  const [, after] = rest.split(end);
  writeFileSync(file, `${before}${begin}\n\n${text}\n\n${end}${after}`);
  execFileSync(process.execPath, [path.join(root, "node_modules/oxfmt/bin/oxfmt"), file]);
  console.log(text);
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
