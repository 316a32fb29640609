import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "./client.mjs";
import { alternate, summarize, summarizeRatios } from "./figures.mjs";
import { settle } from "./server-process.mjs";
import { signIn, startSite } from "./site.mjs";

export const title = "Two processes";
export const method =
  "Requests a second of a member's `/dashboard` over 16 connections with `WEB_CONCURRENCY=2`, divided by those with 1. The client and PostgreSQL share the machine's cores.";

const passes = 3;
const setting = "WEB_CONCURRENCY";

export async function measure({ seconds, siteOptions }) {
  const { root } = siteOptions;
  const documented = path.join(root, ".env.example");
  if (!existsSync(documented) || !readFileSync(documented, "utf8").includes(setting)) return { rows: [] };
  const sites = [];
  const runs = {};
  try {
    for (const count of ["1", "2"]) {
      const site = await startSite({ ...siteOptions, settings: { [setting]: count } });
      sites.push(site);
      const cookie = await signIn(site, "member");
      const request = { headers: { "accept-encoding": "gzip", cookie }, connections: 16 };
      await load(`${site.url}/dashboard`, { ...request, seconds: 2 });
      runs[count] = async () => {
        await settle(site.pid);
        return (await load(`${site.url}/dashboard`, { ...request, seconds })).perSecond;
      };
    }
    const rates = await alternate(passes, runs);
    const figures = ["1", "2"].map((count) => `${count}: ${Math.round(summarize(rates[count]).median)}/s`);
    const row = { unit: "×", better: "higher", required: 1.4, passes, figures };
    return { rows: [{ work: "`/dashboard`, two processes", ...row, now: summarizeRatios(rates[2], rates[1]) }] };
  } finally {
    for (const site of sites) await site.stop();
  }
}
