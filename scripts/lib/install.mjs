import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { giveUp, root } from "./project.mjs";
import { npm, run } from "./run.mjs";

export async function ensureInstalled() {
  if (isInstalled()) return;
  console.log("Installing packages (npm ci) …");
  const { code } = await npm(["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"]);
  if (code !== 0) giveUp("The packages could not be installed; npm's reason is above.");
}

/** npm writes its own lock file last. */
function isInstalled() {
  const wanted = readPackages("package-lock.json");
  const installed = readPackages("node_modules/.package-lock.json");
  if (!wanted || !installed) return false;
  const isThere = ([place, { version, integrity, optional }]) => {
    const found = installed[place];
    return found ? found.version === version && found.integrity === integrity : place === "" || optional;
  };
  return Object.entries(wanted).every(isThere) && Object.keys(installed).every((place) => place in wanted);
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

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
