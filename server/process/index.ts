import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import * as build from "@remix-run/dev/server-build";
import { broadcastDevReady } from "@remix-run/node";
import { StartError } from "@db/errors";
import { createLog } from "../core/log";
import type { DevTools } from "./open-services";
import { createShutdown } from "./shutdown";
import { startBreathroom, startWebProcess } from "./start";
import { readyMessage } from "./web-processes";

// A closed output pipe must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const shutdown = createShutdown();
let log = createLog("info");
// Ctrl-C is for a person who waits.
process.on("SIGTERM", () => void shutdown.run(0, { atOnce: false })).on("SIGINT", () => void shutdown.run(0));
process.on("uncaughtException", (error) => fail(error));

// Both are bundles of their own, beside this one.
const calendarReader = fileURLToPath(new URL("calendar-reader.cjs", import.meta.url));
// The compiler would bundle a literal path.
const loadDevTools = () => import(new URL("dev.js", import.meta.url).href) as Promise<DevTools>;

try {
  const program = fileURLToPath(import.meta.url);
  const useLog = (opened: typeof log) => void (log = opened);
  const parts = { build, loadDevTools, calendarReader, program };
  const options = { environment: process.env, shutdown, useLog, ...parts };
  if (cluster.worker) {
    await startWebProcess(options);
    shutdown.enable();
    cluster.worker.send(readyMessage);
  } else {
    const { banner } = await startBreathroom(options);
    shutdown.enable();
    process.stdout.write(banner);
    if (build.mode === "development") await broadcastDevReady(build);
  }
} catch (error) {
  shutdown.enable();
  fail(error);
}

function fail(error: unknown): void {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, "uncaught error; the process ends");
  void shutdown.run(1);
}
