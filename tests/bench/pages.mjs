import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fetchRaw, load, warmUp } from "./client.mjs";
import { alternate, summarize, summarizeRatios } from "./figures.mjs";
import { hasNginx, startNginx } from "./nginx.mjs";
import { findSession } from "./site.mjs";

export const title = "Finished pages";
export const method =
  "Requests a second without cookies over 64 connections, divided by those of nginx with one worker and its default settings, which sends the same compressed bytes. Three passes.";

const passes = 3;
const headers = { "accept-encoding": "gzip" };
const connections = 64;
const required = 0.3;
const sentAlong = ["content-type", "content-encoding"];

const pages = [
  { name: "`/`", address: () => "/" },
  { name: "a session page", address: async (site) => `/sessions/${await findSession(site)}` },
  ...["/birth-recordings", "/stress-recordings", "/resources"].map((page) => ({
    name: `\`${page}\``,
    address: () => page,
  })),
];

export async function measure({ seconds, folder, sitesOf }) {
  if (!hasNginx) return { rows: [], notes: ["Not measured: nginx is not installed."] };
  const sites = await sitesOf("small");
  const rows = [];
  for (const page of pages) rows.push(rowOf(page, await measurePage(sites, page, { seconds, folder })));
  return { rows };
}

async function measurePage(sites, page, { seconds, folder }) {
  const targets = {};
  for (const [name, site] of Object.entries(sites)) targets[name] = site.url + (await page.address(site));
  for (const url of Object.values(targets)) await warmUp(url, { headers });
  const nginx = await startReference(await fetchRaw(targets.now, headers), folder);
  const runs = { nginx: () => load(`${nginx.url}/page`, { headers, seconds: 1, connections }) };
  for (const [name, url] of Object.entries(targets)) runs[name] = () => load(url, { headers, seconds, connections });
  try {
    return await alternate(passes, runs);
  } finally {
    await nginx.stop();
  }
}

function rowOf({ name }, { nginx, now, before }) {
  const rates = (results) => results.map(({ perSecond }) => perSecond);
  const ratios = (results) => results && summarizeRatios(rates(results), rates(nginx));
  const perSecond = (results) => `${Math.round(summarize(rates(results)).median)}/s`;
  return {
    work: `${name}: requests/s against nginx`,
    unit: "ratio",
    better: "higher",
    required,
    now: ratios(now),
    before: ratios(before),
    figures: [`${perSecond(now)}, nginx ${perSecond(nginx)}`],
  };
}

async function startReference({ body, headers: answered }, folder) {
  const sent = Object.fromEntries(sentAlong.flatMap((name) => (answered[name] ? [[name, answered[name]]] : [])));
  const file = path.join(folder, "page");
  await writeFile(file, body);
  return startNginx(folder, [{ path: "/page", file, headers: sent }]);
}
