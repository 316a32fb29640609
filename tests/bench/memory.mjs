import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { findVisits, visitorAt } from "../load/visits.mjs";
import { summarize } from "./figures.mjs";
import { memoryOf, settle } from "./server-process.mjs";

export const title = "Memory";
export const method =
  "Resident memory of the site's process, after 32 visitors have come in the proportions of a busy evening and after all that was measured before in the same process, 15 s later, and its highest value.";

const visitors = 32;
/** An idle process gives memory back after some seconds. */
const restMs = 15_000;

export async function measure({ seconds, sitesOf }) {
  const memory = {};
  for (const [name, site] of Object.entries(await sitesOf("small"))) {
    await visitFor(site, 5 * seconds);
    await settle(site.pid);
    await wait(restMs);
    memory[name] = memoryOf(site.pid);
  }
  const { now, before } = memory;
  const valuesOf = (pick) => ({ now: summarize([pick(now)]), before: before && summarize([pick(before)]) });
  const row = { unit: "MB", better: "lower" };
  return {
    rows: [
      { work: "memory after load", ...row, required: 350, ...valuesOf((used) => used.now) },
      { work: "memory, peak", ...row, required: 500, ...valuesOf((used) => used.peak) },
    ],
  };
}

async function visitFor(site, seconds) {
  const visits = await findVisits(site.url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: visitors });
  const end = performance.now() + seconds * 1000;
  const visitor = async () => {
    while (performance.now() < end) {
      const visit = visits[Math.floor(Math.random() * visits.length)];
      await visit(visitorAt(site.url, agent, () => undefined));
    }
  };
  await Promise.all(Array.from({ length: visitors }, visitor));
  agent.destroy();
}
