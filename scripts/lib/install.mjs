import { readFileSync } from "node:fs";
import path from "node:path";
import { giveUp, root } from "./project.mjs";
import { npm } from "./run.mjs";

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
