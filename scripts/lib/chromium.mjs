import { existsSync } from "node:fs";
import { giveUp } from "./project.mjs";
import { aptInstall, mayInstall } from "./install.mjs";
import { run } from "./run.mjs";

const headlessShell = "chromium-headless-shell";

/** Returns CHROMIUM_PATH, Debian's or Playwright's Chromium, or installs one. Prefers the faster headless shell. */
export async function ensureChromium() {
  const { CHROMIUM_PATH: chosen } = process.env;
  if (chosen) return existsSync(chosen) ? undefined : giveUp(`CHROMIUM_PATH: there is no file ${chosen}.`);
  if ((await works(headlessShell)) || (await hasPlaywrights())) return;
  if (mayInstall() && (await install(headlessShell))) return;
  if (await works("chromium")) return;
  if (mayInstall() && (await install("chromium"))) return;
  giveUp(
    "The browser tests need Chromium: run apt-get install chromium as root, or npx playwright install --with-deps chromium, or set CHROMIUM_PATH.",
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
  await aptInstall(name, "set CHROMIUM_PATH or BREATHROOM_NO_INSTALL=1");
  return works(name);
}
