import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Whatever is started from here works in the project's folder, with the settings of `.env` where there is one. */
export function enterProject() {
  process.chdir(root);
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** Ends the process with one line for whoever started it. */
export function giveUp(line) {
  console.error(line);
  process.exit(1);
}
