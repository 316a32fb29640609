import { existsSync } from "node:fs";
import { run } from "./run.mjs";

/** As root on Debian, unless BREATHROOM_NO_INSTALL is 1. */
export function mayInstall() {
  return process.env.BREATHROOM_NO_INSTALL !== "1" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

export async function aptInstall(name, remedy) {
  console.log(`Installing the system package ${name} with apt-get. To avoid this, ${remedy}.`);
  if (await aptGet("install", "--no-install-recommends", name)) return;
  // The package lists may be missing or old; updating takes long, so it comes second.
  await aptGet("update");
  await aptGet("install", "--no-install-recommends", name);
}

/** Short timeouts, for machines without a network. */
async function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const patience = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=15"];
  const { code } = await run("apt-get", [...patience, "-y", "-qq", ...args], { env });
  return code === 0;
}
