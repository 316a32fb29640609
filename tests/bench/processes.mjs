import { load, warmUp } from "./client.mjs";
import { alternate, summarize, summarizeRatios } from "./figures.mjs";
import { cpuSeconds, databaseSeconds, settle } from "./server-process.mjs";
import { findSession, signIn, startSite } from "./site.mjs";

export const title = "Two processes";
export const method =
  "Requests a second over 16 connections with `WEB_CONCURRENCY=2`, divided by those with 1, after each process has answered about 1,000: compiling uses the second core. The client and PostgreSQL share the machine's cores, so what Node and PostgreSQL take for a page says how much is left for a second process. Seven passes.";

const passes = 7;
const warmUpsOfProcess = 1000;
const setting = "WEB_CONCURRENCY";
const counts = ["1", "2"];
const required = 1.3;

const pages = [
  { name: "`/dashboard`", address: () => "/dashboard" },
  { name: "session page as a member", address: async (site) => `/sessions/${await findSession(site)}` },
];

export async function measure({ seconds, siteOptions }) {
  const sites = {};
  try {
    for (const count of counts) sites[count] = await startSite({ ...siteOptions, settings: { [setting]: count } });
    const rows = [];
    for (const page of pages) rows.push(await compare(sites, page, seconds));
    return { rows };
  } finally {
    for (const site of Object.values(sites)) await site.stop();
  }
}

async function compare(sites, { name, address }, seconds) {
  const runs = {};
  for (const [count, site] of Object.entries(sites)) {
    const url = site.url + (await address(site));
    const headers = { "accept-encoding": "gzip", cookie: await signIn(site, "member") };
    await warmUp(url, { headers, requests: warmUpsOfProcess * Number(count) });
    runs[count] = () => measurePass(site, url, { headers, connections: 16, seconds });
  }
  const measured = await alternate(passes, runs);
  const of = (count, figure) => measured[count].map((pass) => pass[figure]);
  const median = (count, figure) => summarize(of(count, figure))?.median ?? Number.NaN;
  const figures = counts.map(
    (count) =>
      `${count}: ${Math.round(median(count, "perSecond"))}/s, Node ${median(count, "node").toFixed(1)} ms, PostgreSQL ${median(count, "database").toFixed(1)} ms a page`,
  );
  const row = { unit: "×", better: "higher", required, figures };
  return { work: `${name}, two processes`, ...row, now: summarizeRatios(of("2", "perSecond"), of("1", "perSecond")) };
}

async function measurePass({ pid, db }, url, options) {
  await settle(pid);
  const [node, database] = [cpuSeconds(pid), await databaseSeconds(db)];
  const { answered, perSecond } = await load(url, options);
  const perPage = (secondsTaken) => (secondsTaken * 1000) / Math.max(1, answered);
  return {
    perSecond,
    node: perPage(cpuSeconds(pid) - node),
    database: perPage((await databaseSeconds(db)) - database),
  };
}
