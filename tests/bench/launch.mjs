import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { postBooking, readBookingForm } from "./booking-visitors.mjs";
import { summarize } from "./figures.mjs";
import { settle } from "./server-process.mjs";
import { addFreeSession } from "./site.mjs";

export const title = "Launch";
export const method =
  "5,000 attempts to book one of 200 free places arrive evenly within 10 s, each from a network of its own, over 200 kept connections; times include the wait for one of them. A site is measured up to three times, in turns, until its runs have taken 40 s.";

const [places, attempts, arrivalSeconds, connections] = [200, 5000, 10, 200];
const [mostPasses, enoughSeconds] = [3, 40];

export async function measure({ sitesOf }) {
  const sites = await sitesOf("small");
  const results = Object.fromEntries(Object.keys(sites).map((name) => [name, []]));
  for (let pass = 0; pass < mostPasses; pass++) {
    for (const [name, site] of Object.entries(sites)) {
      const taken = results[name].reduce((sum, { last }) => sum + last, 0);
      if (taken < enoughSeconds) results[name].push(await launch(site));
    }
  }
  return { rows: rowsOf(results) };
}

function rowsOf({ now, before }) {
  const valuesOf = (name) => ({
    now: summarize(now.map((result) => result[name])),
    before: before && summarize(before.map((result) => result[name])),
    passes: now.length,
  });
  const figures = Object.entries({ now, before }).flatMap(([name, results = []]) =>
    results.map(({ sold, refused }) => `${name}: ${sold} sold, ${refused} refused`),
  );
  const row = (work, name, rest) => ({ work, unit: "s", better: "lower", ...valuesOf(name), ...rest });
  return [
    row("all 5,000 attempts answered after", "last", { required: 16, goal: 12, figures }),
    row("an attempt: p50", "p50"),
    row("an attempt: p99", "p99", { goal: 4 }),
    row("answers 5xx and lost", "failed", { unit: "", required: 0 }),
    row("places sold beyond 200", "oversold", { unit: "", required: 0 }),
  ];
}

async function launch(site) {
  const sessionId = await addFreeSession(site, places);
  const bodyOf = await readBookingForm(site, sessionId);
  await settle(site.pid);
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const began = performance.now();
  const underWay = [];
  for (const perTick = attempts / arrivalSeconds / 50; underWay.length < attempts;) {
    for (let nth = 0; nth < perTick; nth++) underWay.push(postBooking(site, sessionId, bodyOf(), agent));
    const due = (underWay.length / attempts) * arrivalSeconds * 1000;
    await wait(Math.max(0, began + due - performance.now()));
  }
  const answers = await Promise.all(underWay);
  const last = (performance.now() - began) / 1000;
  agent.destroy();
  const taken = await placesTaken(site, sessionId);
  const count = (test) => answers.filter(({ status }) => test(status)).length;
  const seconds = answers.map(({ ms }) => ms / 1000).sort((a, b) => a - b);
  return {
    ...{ last, p50: seconds[attempts * 0.5], p99: seconds[attempts * 0.99] },
    ...{ sold: taken, oversold: Math.max(0, taken - places) },
    refused: count((status) => status >= 400 && status < 500),
    failed: count((status) => status === 0 || status >= 500),
  };
}

async function placesTaken({ db }, sessionId) {
  const { rows } = await db.query(
    "select coalesce(sum(quantity), 0)::int as taken from session_bookings where session_id = $1 and status <> 'cancelled'",
    [sessionId],
  );
  return rows[0].taken;
}
