// npm start: installs and builds what is missing, then runs the server.
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();
const { enterProject, followNpm } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");

followNpm();
enterProject();
await ensureInstalled();
await ensureBuilt();
process.env.NODE_ENV = "production";
// In this process, so that signals reach the server directly.
await import("../build/index.js");
