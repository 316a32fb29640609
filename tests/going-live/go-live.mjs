// npm run test:going-live: from a clean folder and an empty environment to a live site, counting and timing each step.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { request } from "node:https";
import { hosts, startStandIns } from "./stand-ins.mjs";

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
let server;

try {
  await goLive();
  const width = Math.max(...steps.map(({ name }) => name.length));
  const rows = steps.map(({ name, typed, seconds }) => `${name.padEnd(width)}  ${typed}  ${seconds.toFixed(1)} s`);
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`${rows.join("\n")}\n${steps.length} steps, ${total.toFixed(0)} s of waiting`);
} finally {
  if (server) {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
  }
  standIns.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function goLive() {
  await step("Get the program", "git clone", () =>
    execFileSync("git", ["clone", "-q", "--depth=1", `file://${root}`, site]),
  );
  await step("Install", "npm ci", () => run(["npm", "ci", "--no-audit", "--no-fund", "--prefer-offline"]));
  const answers = [
    ...[`https://${hosts.site}`, "Breathe", "ada@breathe.example", "", "re_live", resendSecret],
    ...["sk_live_1234", "", ""],
  ];
  const said = await step("Set up", "npm run setup, 9 answers", () => run(["npm", "run", "-s", "setup"], answers));
  const link = /https:\S+reset-password\S+/.exec(said)?.[0];
  expect(link, "setup prints the admin's link");
  expect((statSync(path.join(site, ".env")).mode & 0o777) === 0o600, ".env is for this user only");
  expect(standIns.endpoints.length === 1, "setup makes Stripe's webhook");
  await step("Build and start", "npm start", start);
  await step("Check", "npm run doctor -- --test-mail", checkUntilFine);
  await step("Choose the password", "a link and a form", () => choosePassword(link));
}

function environment() {
  return {
    ...{ PATH: process.env.PATH, HOME: folder, PORT: String(sitePort), HOST: "127.0.0.1", LOG_LEVEL: "warn" },
    NODE_EXTRA_CA_CERTS: standIns.ca,
    NODE_OPTIONS: `--import ${path.join(root, "tests/going-live/redirect-hosts.mjs")}`,
    GOING_LIVE_HOSTS: `${Object.values(hosts).join(",")}:${standIns.port}`,
    npm_config_cache: process.env.npm_config_cache ?? path.join(process.env.HOME ?? "", ".npm"),
  };
}

/** Runs a command with lines on its standard input; returns what it prints, even if it ends with 1. */
function run([program, ...args], lines = []) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: site, env: environment(), stdio: ["pipe", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    child.once("error", reject);
    child.once("close", () => resolve(said));
    child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  });
}

function start() {
  server = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: site,
    env: environment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    server.stdout.on("data", (chunk) => String(chunk).includes("Breathroom is ready") && resolve());
    server.once("exit", () => reject(new Error("the site has ended")));
  });
}

/** The test mail takes a moment; what only a first payment and the first backup show may remain. */
async function checkUntilFine() {
  let said = await run(["npm", "run", "-s", "doctor", "--", "--test-mail"]);
  for (let time = 0; time < 5 && !/^fine +Test mail/m.test(said); time += 1)
    said = await run(["npm", "run", "-s", "doctor"]);
  console.log(said);
  expect(!said.includes("WRONG"), "the doctor finds nothing wrong");
  expect(/^fine +Test mail/m.test(said), "the test mail is delivered");
}

async function choosePassword(link) {
  const entered = await visit(new URL(link).pathname + new URL(link).search, { form: {} });
  const next = await visit("/update-password", {
    cookies: entered.cookies,
    form: { newPassword: "still-water-runs-deep", confirmPassword: "still-water-runs-deep" },
  });
  expect([200, 302, 303].includes(next.status), `the password is set (${next.status})`);
  const office = await visit("/admin", { cookies: { ...entered.cookies, ...next.cookies } });
  expect(office.status === 200, `the back office opens (${office.status})`);
  expect((await visit("/", {})).status === 200, "visitors see the schedule");
}

/** Visits the site as a browser without JavaScript does: by https, through the proxy. */
function visit(address, { cookies = {}, form }) {
  const body = form && new URLSearchParams(form).toString();
  const headers = {
    ...{ Host: hosts.site, Accept: "text/html", Connection: "close" },
    Cookie: Object.entries(cookies)
      .map((pair) => pair.join("="))
      .join("; "),
    ...(form && { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": Buffer.byteLength(body) }),
  };
  const options = { host: "127.0.0.1", port: standIns.port, servername: hosts.site, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, path: address, method: form ? "POST" : "GET", headers }, (answer) => {
      const set = (answer.headers["set-cookie"] ?? []).map((cookie) =>
        cookie.split(";")[0].split(/=(.*)/s).slice(0, 2),
      );
      answer
        .resume()
        .once("end", () => resolve({ status: answer.statusCode, cookies: { ...cookies, ...Object.fromEntries(set) } }));
    });
    sent.once("error", reject).end(body);
  });
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function expect(isTrue, what) {
  if (!isTrue) throw new Error(`expected: ${what}`);
}
