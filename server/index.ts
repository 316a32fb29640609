import * as build from "@remix-run/dev/server-build";
import { broadcastDevReady } from "@remix-run/node";
import { StartError } from "@db/start-error";
import { printBanner } from "./banner";
import { createLog } from "./core/log";
import { createShutdown } from "./shutdown";
import { type DevTools, startBreathroom } from "./start";

// The reader of our output may have gone away: a write error must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const shutdown = createShutdown();
process.on("SIGTERM", () => void shutdown.run(0)).on("SIGINT", () => void shutdown.run(0));
process.on("uncaughtException", (error) => fail(error));

// A bundle of its own beside this one. The compiler bundles any import that it can read, so the address is computed.
const loadDevTools = () => import(new URL("dev.js", import.meta.url).href) as Promise<DevTools>;

try {
  const options = { environment: process.env, build, shutdown, loadDevTools };
  const { settings, address, dataDir } = await startBreathroom(options);
  shutdown.enable();
  printBanner(settings, { address, dataDir });
  if (build.mode === "development") await broadcastDevReady(build);
} catch (error) {
  shutdown.enable();
  fail(error);
}

/** Configuration errors print one line each on stderr; anything else is a line of the log. */
function fail(error: unknown): void {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else createLog("info").fatal({ err: error }, "uncaught error; the process ends");
  void shutdown.run(1);
}
