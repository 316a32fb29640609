// npm run build; with --if-stale only if the sources have changed.
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { enterProject } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");
const { build, ensureBuilt } = await import("./lib/build.mjs");

enterProject();
await ensureInstalled();
await (process.argv.includes("--if-stale") ? ensureBuilt() : build());
