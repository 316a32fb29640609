// npm start: installs and builds what is missing, then becomes the server.
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { enterProject } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { followNpm } = await import("./lib/follow-npm.mjs");

followNpm();
enterProject();
await ensureInstalled();
await ensureBuilt();
process.env.NODE_ENV = "production";
// In this very process, so that signals go straight to the server.
await import("../build/index.js");
