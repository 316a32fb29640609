// Waits until whoever started it is gone or closes its input; then ends the PostgreSQL in the given folder and removes
// the folder. A test run that is killed leaves nothing behind.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const [, , folder] = process.argv;
const pidFile = path.join(folder, "data", "postgres", "postmaster.pid");

process.on("SIGINT", () => {}).on("SIGTERM", () => {});
for await (const _ of process.stdin);

if (existsSync(pidFile)) {
  try {
    process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGQUIT");
  } catch {
    // It has ended already.
  }
  for (let round = 0; existsSync(pidFile) && round < 200; round++) await wait(50);
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
