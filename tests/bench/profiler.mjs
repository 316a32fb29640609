// Loaded into a site with --import: records a CPU profile between two messages of the benchmark.
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.setSamplingInterval", { interval: 500 });

process.on("message", async (message) => {
  if (message === "start") await session.post("Profiler.start");
  const stopped = message === "stop" ? await session.post("Profiler.stop") : {};
  process.send(stopped);
});
process.channel.unref();
