import { existsSync } from "node:fs";
import { giveUp } from "./project.mjs";
import { run } from "./run.mjs";

const withoutWindow = "chromium-headless-shell";

/**
 * Makes sure of a browser for the browser tests: Debian's, Playwright's own or, as root on Debian, a new one. The one
 * without a window has a sixth less to do, so whoever has the other gets it, too, where it is to be had.
 */
export async function ensureChromium() {
  if ((await works(withoutWindow)) || (await hasPlaywrights())) return;
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (canInstall && (await install(withoutWindow))) return;
  if (await works("chromium")) return;
  if (canInstall && (await install("chromium"))) return;
  giveUp(
    "The browser tests need Chromium: run apt-get install chromium as root, or npx playwright install --with-deps chromium.",
  );
}

async function hasPlaywrights() {
  if (existsSync("/usr/bin/chromium")) return false;
  const { chromium } = await import("playwright");
  return existsSync(chromium.executablePath());
}

async function works(name) {
  if (!existsSync(`/usr/bin/${name}`)) return false;
  const { code } = await run(`/usr/bin/${name}`, ["--version"], { quiet: true });
  return code === 0;
}

async function install(name) {
  console.log(`Installing ${name} (apt-get) …`);
  // The list of packages may be missing or old; fetching it is only worth its time then.
  if (!(await aptGet("install", "--no-install-recommends", name))) {
    await aptGet("update");
    await aptGet("install", "--no-install-recommends", name);
  }
  return works(name);
}

/** Without a network it gives up soon. */
async function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const patience = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=15"];
  const { code } = await run("apt-get", [...patience, "-y", "-qq", ...args], { env });
  return code === 0;
}
