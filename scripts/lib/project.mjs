import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

export function enterProject() {
  process.chdir(root);
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** Returns the address before `/build/` at which browsers load scripts, styles and fonts; empty for the site's own. */
export const assetUrl = () => (process.env.ASSET_URL ?? "").trim().replace(/\/+$/, "");

export function giveUp(line) {
  console.error(line);
  process.exit(1);
}

/** Ends this process when npm is killed, because npm can't pass SIGKILL on. */
export function followNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  watch.unref();
}
