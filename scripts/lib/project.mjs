import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Changes to the project's folder and loads the settings of `.env` if there is one. */
export function enterProject() {
  process.chdir(root);
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** Ends the process with an error message of one line. */
export function giveUp(line) {
  console.error(line);
  process.exit(1);
}

/** Stops this process, as on SIGTERM, when npm is killed, because npm can't pass that signal on. */
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
