import * as build from "@remix-run/dev/server-build";
import { broadcastDevReady } from "@remix-run/node";
import { StartError } from "@db/start-error";
import { printBanner } from "./banner";
import { createLog } from "./core/log";
import { createShutdown } from "./shutdown";
import { startBreathroom } from "./start";

// Whoever read what we print may be gone. That is no reason to end, and a complaint about it would find no reader:
// it would fail in the same way, again and again.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const shutdown = createShutdown();
process.on("SIGTERM", () => void shutdown.run(0)).on("SIGINT", () => void shutdown.run(0));
process.on("uncaughtException", (error) => fail(error));

try {
  const { settings, address, dataDir } = await startBreathroom({ environment: process.env, build, shutdown });
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
