import { load, warmUp } from "./client.mjs";
import { alternate, summarize, summarizeRatios } from "./figures.mjs";
import { air, limitsFor, noteOn } from "./members-limits.mjs";
import { cpuSeconds, settle } from "./server-process.mjs";
import { findSession, signIn } from "./site.mjs";

export { keepLimits as keep } from "./members-limits.mjs";

export const title = "Pages of members";
export const method =
  "CPU time of the site's process for each request, over 8 connections, PostgreSQL's not included. Three passes.";

const passes = 3;

const pages = [
  { name: "`/dashboard`", address: () => "/dashboard" },
  { name: "`/` as a member", address: () => "/" },
  { name: "a session page as a member", address: async (site) => `/sessions/${await findSession(site)}` },
  { name: "`/user/bookings`", address: () => "/user/bookings" },
];
/** Of these, the schedule grows with the number of sessions. */
const pagesOf = { small: pages, large: pages.slice(0, 2) };

export async function measure({ seconds, sitesOf, machine, against }) {
  const limits = limitsFor(machine, against);
  const rows = [];
  for (const [size, list] of Object.entries(pagesOf)) {
    const sites = await sitesOf(size);
    for (const page of list) {
      const runs = {};
      for (const [name, site] of Object.entries(sites)) {
        const headers = { "accept-encoding": "gzip", cookie: await signIn(site, "member") };
        const url = site.url + (await page.address(site));
        await warmUp(url, { headers });
        runs[name] = () => cpuPerRequest(site, url, { headers, seconds });
      }
      rows.push(rowOf(`${page.name}, ${size} seed: CPU`, await alternate(passes, runs), limits));
    }
  }
  return { rows, notes: [noteOn(limits)] };
}

function rowOf(work, { now, before }, limits) {
  const limit = limits ? limits.milliseconds?.[work] : summarize(before).median;
  return {
    work,
    unit: "ms",
    better: "lower",
    ...(limit && { required: Number((limit * air).toFixed(1)) }),
    now: summarize(now),
    before: before && summarize(before),
    ...(before && { figures: [`in turns ×${summarizeRatios(now, before).median.toFixed(2)}`] }),
  };
}

async function cpuPerRequest({ pid }, url, options) {
  await settle(pid);
  const before = cpuSeconds(pid);
  const { answered } = await load(url, options);
  return ((cpuSeconds(pid) - before) * 1000) / Math.max(1, answered);
}
