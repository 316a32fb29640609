import { cpuTimeOf, type MeasuredSite } from "./cpu-time";
import { curlOf, type FuzzRequest, HttpClient } from "./http-client";
import { largeRequests, largeRequestsElsewhere } from "./large-requests";
import { Random } from "./random";
import { readRoutes } from "./site-map";

/** CPU time in ms. A rendered page takes a tenth; the machine may be busy with other work. */
const mostMs = 200;
const tries = 3;
/** However slow the machine is. */
const fewest = 30;

type Options = MeasuredSite & { seed: number; seconds: number };
type CostReport = { requests: number; dearest: { ms: number; target: string }; faults: string[] };

/** Sends large requests one after the other, and returns those that take much CPU time whenever they are sent. */
export async function measureCosts({ seed, seconds, ...site }: Options): Promise<CostReport> {
  const random = new Random(seed);
  const routes = random.shuffled(readRoutes());
  const client = new HttpClient(site.site);
  const report: CostReport = { requests: 0, dearest: { ms: 0, target: "" }, faults: [] };
  const end = Date.now() + seconds * 1000;
  const requests = [largeRequestsElsewhere(), ...routes.map((route) => largeRequests(route, random))].flat();
  try {
    for (const request of requests) {
      if (Date.now() > end && report.requests > fewest) break;
      const ms = await costOf(client, site, request);
      report.requests += 1;
      if (ms > report.dearest.ms) report.dearest = { ms: Math.round(ms), target: request.target };
      if (ms > mostMs) report.faults.push(faultOf(site, request, ms));
    }
  } finally {
    client.close();
  }
  return report;
}

const faultOf = ({ site }: MeasuredSite, request: FuzzRequest, ms: number) =>
  `${request.target}: took ${Math.round(ms)} ms of CPU time\n  ${curlOf(site, request, {}).slice(0, 300)}`;

/** Returns the least CPU time of a few tries, as other work of the process counts too. */
async function costOf(client: HttpClient, site: MeasuredSite, request: FuzzRequest): Promise<number> {
  let least = Infinity;
  for (let nth = 0; nth < tries && least > mostMs; nth += 1) {
    const before = await cpuTimeOf(site);
    await client.send(request);
    least = Math.min(least, (await cpuTimeOf(site)) - before);
  }
  return least;
}
