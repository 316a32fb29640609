import { setTimeout as wait } from "node:timers/promises";
import { keepConnections, readBookingForm, visitAndBook } from "./booking-visitors.mjs";
import { summarize } from "./figures.mjs";
import { settle } from "./server-process.mjs";
import { addFreeSession } from "./site.mjs";

export const title = "Launch";
export const method =
  "5,000 people arrive evenly within 10 s to book one of 200 free places, each from a network of their own. Everybody opens the session's page and then posts the form: as the app's script does it (`/sessions/ID/book.data`), each over a connection of their own, and as browsers without scripts do, over 200 connections such as a proxy keeps. Times include the wait for one of them. A launch is repeated up to three times, until its runs have taken 40 s.";

const [places, people, arrivalSeconds] = [200, 5000, 10];
const [mostPasses, enoughSeconds] = [3, 40];

/** The seconds after which everybody has an answer, by the way in which the form is posted. */
const ways = [
  { way: "scripts", name: "as browsers do it", required: 20 },
  { way: "forms", name: "without scripts", required: 45, connections: 200 },
];

export async function measure({ sitesOf }) {
  const sites = await sitesOf("small");
  const rows = [];
  for (const { name, required, ...way } of ways) {
    const results = Object.fromEntries(Object.keys(sites).map((site) => [site, []]));
    for (let pass = 0; pass < mostPasses; pass++) {
      for (const [checkout, site] of Object.entries(sites)) {
        const taken = results[checkout].reduce((sum, { last }) => sum + last, 0);
        if (taken < enoughSeconds) results[checkout].push(await launch(site, way));
      }
    }
    rows.push(...rowsOf(name, required, results));
  }
  return { rows };
}

function rowsOf(name, required, { now, before }) {
  const row = (work, figure, rest) => ({
    work: `${name}: ${work}`,
    unit: "",
    better: "lower",
    required: 0,
    now: summarize(now.map((result) => result[figure])),
    before: before && summarize(before.map((result) => result[figure])),
    ...rest,
  });
  const median = (figure) => Number(summarize(now.map((result) => result[figure])).median.toFixed(1));
  const sold = now.map((result) => result.sold).join(", ");
  const figures = [`p50 ${median("p50")} s, p99 ${median("p99")} s`];
  return [
    row("all answered after", "last", { unit: "s", required, figures }),
    row("of 200 places not sold, or sold twice", "wrong", { figures: [`sold: ${sold}`] }),
    row("answers 5xx and lost", "failed", { figures: [`5xx ${median("refused")}, lost ${median("lost")}`] }),
  ];
}

async function launch(site, { way, connections }) {
  const sessionId = await addFreeSession(site, places);
  const bodyOf = await readBookingForm(site, sessionId);
  await settle(site.pid);
  const shared = connections && keepConnections(connections);
  const visitOnce = async () => {
    const agent = shared ?? keepConnections(1);
    const visit = await visitAndBook({ site, sessionId, way, agent }, bodyOf());
    if (!shared) agent.destroy();
    return visit;
  };
  const began = performance.now();
  const underWay = [];
  for (const perTick = people / arrivalSeconds / 50; underWay.length < people;) {
    for (let nth = 0; nth < perTick; nth++) underWay.push(visitOnce());
    const due = (underWay.length / people) * arrivalSeconds * 1000;
    await wait(Math.max(0, began + due - performance.now()));
  }
  const visits = await Promise.all(underWay);
  const last = (performance.now() - began) / 1000;
  shared?.destroy();
  const seconds = visits.map(({ ms }) => ms / 1000).sort((a, b) => a - b);
  const sold = await placesTaken(site, sessionId);
  const statuses = visits.flatMap((visit) => visit.statuses);
  const [refused, lost] = [(status) => status >= 500, (status) => status === 0].map((is) => statuses.filter(is).length);
  const confirmed = visits.filter(({ isBooked }) => isBooked).length;
  return {
    last,
    p50: seconds[people * 0.5],
    p99: seconds[people * 0.99],
    sold,
    // Also people who were told that they have a place and have none.
    wrong: Math.abs(places - sold) + Math.max(0, confirmed - sold),
    failed: refused + lost,
    refused,
    lost,
  };
}

async function placesTaken({ db }, sessionId) {
  const { rows } = await db.query(
    "select coalesce(sum(quantity), 0)::int as taken from session_bookings where session_id = $1 and status <> 'cancelled'",
    [sessionId],
  );
  return rows[0].taken;
}
