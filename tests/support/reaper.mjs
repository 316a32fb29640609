// Waits for the end of its input, then ends every PostgreSQL that runs on a data directory
// in the given folder and removes the folder. A test run that is killed leaves nothing behind.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const [, , folder] = process.argv;

process.on("SIGINT", () => {}).on("SIGTERM", () => {});
await new Promise((resolve) => process.stdin.resume().once("close", resolve));

for (const name of readdirSync(folder)) await endPostgres(path.join(folder, name, "postgres", "postmaster.pid"));
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

async function endPostgres(pidFile) {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  // Another process may have got the number since.
  if (!commandOf(pid).includes("postgres")) return;
  process.kill(pid, "SIGQUIT");
  for (let round = 0; existsSync(pidFile) && round < 200; round++) await wait(50);
}

function commandOf(pid) {
  if (existsSync("/proc/self/cmdline"))
    return existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : "";
  return String(spawnSync("ps", ["-o", "command=", "-p", String(pid)]).stdout);
}
