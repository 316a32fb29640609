// npm run build; with --if-stale only if the sources have changed.
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();
const { enterProject } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");
const { build, ensureBuilt } = await import("./lib/build.mjs");

enterProject();
await ensureInstalled();
await (process.argv.includes("--if-stale") ? ensureBuilt() : build());
