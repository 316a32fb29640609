// npm run dev: rebuilds on every change, restarts the server and reloads the browser.
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();
const { spawn } = await import("node:child_process");
const { once } = await import("node:events");
const { watchFile } = await import("node:fs");
const { createServer } = await import("node:net");
const { enterProject, followNpm } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");
const { buildBesides, forgetBuild, remixCli } = await import("./lib/build.mjs");

followNpm();
enterProject();
await ensureInstalled();
// From here on build/ contains a development build.
forgetBuild();

const port = await findFreePort();
const env = { ...process.env, NODE_ENV: "development", REMIX_DEV_ORIGIN: `http://localhost:${port}` };
// The compiler would kill the server on every change, so it runs `true`; the server is restarted here.
const compilerArguments = [remixCli, "dev", "--manual", "--port", String(port), "-c", "true"];
const compiler = spawn(process.execPath, compilerArguments, { env, stdio: ["ignore", "inherit", "inherit"] });

let server;
let isStopping = false;
let restarts = Promise.resolve();

watchFile("build/version.txt", { interval: 200 }, (now) => {
  if (now.mtimeMs > 0) restarts = restarts.then(restart);
});
compiler.on("exit", () => void stop());
process.on("SIGINT", () => void stop()).on("SIGTERM", () => void stop());

async function restart() {
  await end(server);
  if (isStopping || !(await areBesidesBuilt())) return;
  server = spawn(process.execPath, ["build/index.js"], { env, stdio: ["ignore", "inherit", "inherit"] });
  server.on("exit", (code) => code && console.error("The server has ended; waiting for a change."));
}

/** The compiler builds neither dev/ nor the reader of calendars. Returns whether the build succeeded. */
async function areBesidesBuilt() {
  try {
    await buildBesides();
    return true;
  } catch {
    console.error("dev/ or the reader of calendars could not be built; waiting for a change.");
    return false;
  }
}

async function stop() {
  if (isStopping) return;
  isStopping = true;
  await restarts;
  await end(server);
  await end(compiler);
  process.exit(0);
}

async function end(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function findFreePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
