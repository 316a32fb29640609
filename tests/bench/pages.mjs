import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fetchRaw, load, warmUp } from "./client.mjs";
import { alternate, summarize, summarizeRatios } from "./figures.mjs";
import { hasNginx, startNginx } from "./nginx.mjs";
import { startServer } from "./server-process.mjs";
import { findSession } from "./site.mjs";

export const title = "Pages of visitors";
export const method =
  "Requests a second without cookies over 64 connections, divided by those of the reference: nginx with one worker and its default settings where it is installed, else bare Node http. The references send the same compressed body without the site's other headers.";

const passes = 3;
const headers = { "accept-encoding": "gzip" };
const connections = 64;
const sentAlong = ["content-type", "content-encoding"];
const collections = ["/resources", "/birth-recordings", "/stress-recordings"];

export async function measure({ seconds, folder, sitesOf }) {
  const rows = [];
  for (const size of ["small", "large"]) {
    const sites = await sitesOf(size);
    const pages = [
      { name: "`/`", address: () => "/", required: 0.35, goal: 0.6, mostP99: 10 },
      { name: "session page", address: async (site) => `/sessions/${await findSession(site)}` },
      ...["/live-sessions", ...(size === "small" ? collections : [])].map((one) => ({
        name: `\`${one}\``,
        address: () => one,
      })),
    ];
    for (const page of pages) {
      const results = await measurePage(sites, page, { seconds, folder });
      rows.push(...rowsOf(results, { required: 0.3, goal: 0.5, ...page, name: `${page.name}, ${size} seed` }));
    }
  }
  return { rows };
}

async function measurePage(sites, page, { seconds, folder }) {
  const targets = {};
  for (const [name, site] of Object.entries(sites)) targets[name] = site.url + (await page.address(site));
  for (const url of Object.values(targets)) await warmUp(url, { headers });
  const references = await startReferences(await fetchRaw(targets.now, headers), folder);
  const loads = {
    ...mapValues(targets, (url) => () => load(url, { headers, seconds, connections })),
    ...mapValues(
      references,
      ({ url }) =>
        () =>
          load(url, { headers, seconds: 1, connections }),
    ),
  };
  try {
    return await alternate(passes, loads);
  } finally {
    for (const { stop } of Object.values(references)) await stop();
  }
}

function rowsOf({ now, before, ...references }, { name, required, goal, mostP99 }) {
  const [reference] = Object.keys(references).sort((one) => (one === "nginx" ? -1 : 1));
  const rates = (results) => results.map(({ perSecond }) => perSecond);
  const ratiosOf = (results) => results && summarizeRatios(rates(results), rates(references[reference]));
  const p99Of = (results) => results && summarize(results.map(({ p99 }) => p99));
  const amounts = Object.entries({ now, before, ...references }).filter(([, results]) => results);
  const figures = amounts.map(([one, results]) => `${one} ${Math.round(summarize(rates(results)).median)}/s`);
  const row = { work: `${name}: requests/s against ${reference}`, unit: "ratio", better: "higher", required, goal };
  return [
    { ...row, passes, now: ratiosOf(now), before: ratiosOf(before), figures },
    {
      work: `${name}: p99`,
      unit: "ms",
      better: "lower",
      goal: mostP99,
      passes,
      now: p99Of(now),
      before: p99Of(before),
    },
  ];
}

async function startReferences({ body, headers: answered }, folder) {
  const sent = Object.fromEntries(sentAlong.flatMap((name) => (answered[name] ? [[name, answered[name]]] : [])));
  const file = path.join(folder, "page");
  await writeFile(file, body);
  const input = JSON.stringify([{ path: "/page", headers: sent, body: body.toString("base64") }]);
  const servers = {
    "bare Node": await startServer(["tests/bench/bare-server.mjs"], { input }),
    ...(hasNginx && { nginx: await startNginx(folder, [{ path: "/page", file, headers: sent }]) }),
  };
  return mapValues(servers, (server) => ({ ...server, url: `${server.url}/page` }));
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
