import { load, warmUp } from "./client.mjs";
import { alternate, summarize, summarizeRatios } from "./figures.mjs";
import { cpuSeconds, settle } from "./server-process.mjs";
import { findSession, signIn } from "./site.mjs";

export const title = "CPU of rendered pages";
export const method =
  "CPU time of the site's process for each request, over 8 connections, PostgreSQL's not included. The ratio says how many requests the same CPU time answers now for one before; it needs `--against`.";

const passes = 3;

export async function measure({ seconds, sitesOf }) {
  const rows = [];
  for (const size of ["small", "large"]) {
    const sites = await sitesOf(size);
    for (const page of pagesAt(size)) {
      const measured = {};
      for (const [name, site] of Object.entries(sites)) {
        const headers = { "accept-encoding": "gzip", ...(page.isMembers && { cookie: await signIn(site, "member") }) };
        const url = site.url + (await page.address(site));
        await warmUp(url, { headers });
        measured[name] = () => cpuPerRequest(site, url, { headers, seconds });
      }
      const { now, before } = await alternate(passes, measured);
      rows.push(...rowsOf({ now, before }, { ...page, name: `${page.name}, ${size} seed` }));
    }
  }
  return { rows };
}

function pagesAt(size) {
  const member = { isMembers: true, required: 1.5, goal: 2 };
  const members = [
    { ...member, name: "`/dashboard`", address: () => "/dashboard" },
    { ...member, name: "`/` as a member", address: () => "/" },
  ];
  if (size === "large") return members;
  return [
    { name: "`/sign-in`, sent from memory since", address: () => "/sign-in", required: 2, goal: 2.5 },
    { name: "`/sign-in?tab=sign-up`", address: () => "/sign-in?tab=sign-up" },
    ...members,
    { ...member, name: "session page as a member", address: async (site) => `/sessions/${await findSession(site)}` },
    { ...member, name: "`/user/bookings`", address: () => "/user/bookings" },
  ];
}

function rowsOf({ now, before }, { name, required, goal }) {
  const ratio = before && summarizeRatios(before, now);
  const times = { now: summarize(now), before: before && summarize(before) };
  return [
    ...(ratio ? [{ work: `${name}: capacity`, unit: "×", better: "higher", required, goal, passes, now: ratio }] : []),
    { work: `${name}: CPU per request`, unit: "ms", better: "lower", passes, ...times },
  ];
}

async function cpuPerRequest({ pid }, url, options) {
  await settle(pid);
  const before = cpuSeconds(pid);
  const { answered } = await load(url, options);
  return ((cpuSeconds(pid) - before) * 1000) / Math.max(1, answered);
}
