import * as build from "@remix-run/dev/server-build";
import { broadcastDevReady } from "@remix-run/node";
import { printBanner } from "./banner";
import { StartError } from "./errors";
import { createShutdown } from "./shutdown";
import { startBreathroom } from "./start";

// Whoever read what we print may be gone. That is no reason to end, and a complaint about it would find no reader:
// it would fail in the same way, again and again.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const shutdown = createShutdown();
process.on("SIGTERM", () => void shutdown.run(0)).on("SIGINT", () => void shutdown.run(0));
process.on("uncaughtException", (error) => {
  if (!isLostConnection(error)) fail(error);
});

try {
  const { settings, address, dataDir } = await startBreathroom({ environment: process.env, build, shutdown });
  shutdown.enable();
  printBanner(settings, { address, dataDir });
  if (build.mode === "development") await broadcastDevReady(build);
} catch (error) {
  shutdown.enable();
  fail(error);
}

/** What whoever started us can put right is one line for each thing; anything else is a fault of ours, told in full. */
function fail(error: unknown): void {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  void shutdown.run(1);
}

/**
 * A connection to the database that was lost where nobody could catch it: postgres.js writes on when it happens
 * between two queries of a transaction, and asks for types by itself when it connects. Whoever waited for an answer
 * has been told by then; nothing else is broken. https://github.com/porsager/postgres/issues/1208
 */
function isLostConnection(error: Error): boolean {
  const isWrite = error.name === "TypeError" && error.message.includes("reading 'write'");
  if (isWrite) return Boolean(error.stack?.includes("postgres/src/connection.js"));
  return "code" in error && error.code === "CONNECTION_CLOSED";
}
