import { existsSync } from "node:fs";
import { giveUp } from "./project.mjs";
import { run } from "./run.mjs";

const debianChromium = "/usr/bin/chromium";

/** Makes sure of a browser for the browser tests: Debian's, Playwright's own or, as root on Debian, a new one. */
export async function ensureChromium() {
  if (await hasChromium()) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing chromium (apt-get) …");
    // The list of packages may be missing or old; fetching it is only worth its time then.
    if (!(await aptInstall())) {
      await run("apt-get", ["update", "-qq"]);
      await aptInstall();
    }
    if (await hasChromium()) return;
  }
  giveUp(
    "The browser tests need Chromium: run apt-get install chromium as root, or npx playwright install --with-deps chromium.",
  );
}

async function hasChromium() {
  if (existsSync(debianChromium)) {
    const { code } = await run(debianChromium, ["--version"], { quiet: true });
    return code === 0;
  }
  const { chromium } = await import("playwright");
  return existsSync(chromium.executablePath());
}

async function aptInstall() {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { code } = await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], { env });
  return code === 0;
}
