import { cpuTimeOf, type MeasuredSite } from "./cpu-time";
import type { FuzzAnswer, HttpClient } from "./http-client";
import type { StrangerRead } from "./stranger-requests";

/** What a read costs, beside the booking page of the demo in the same run. */
type ReadCost = { target: string; status: number; isPage: boolean; ms: number; isUnchanged: boolean };

/** How many times the demo's booking page a read may cost. */
const mostTimes = { page: 3, other: 1.5 };

const batch = 4;
const mostBatches = 5;

/** Measures reads one after the other. A read is repeated until its median is clear of what it may cost. */
export class CostMeter {
  #sent = 0;

  constructor(
    private readonly client: HttpClient,
    private readonly site: MeasuredSite,
  ) {}

  /** Returns the cost of a read, then that of the same for a client that knows the answer. */
  async costsOf(read: StrangerRead, mostMs: number): Promise<ReadCost[]> {
    const first = await this.#send(read, {});
    const costs = [await this.#measure(read, {}, mostMs)];
    const version = first.headers.etag;
    if (version) costs.push(await this.#measure(read, { "If-None-Match": version }, mostMs));
    return costs;
  }

  async #measure(read: StrangerRead, headers: Record<string, string>, mostMs: number): Promise<ReadCost> {
    const answer = await this.#send(read, headers);
    const isPage = Boolean(answer.headers["content-type"]?.startsWith("text/html")) && !read.isQuery;
    const all: number[] = [];
    do {
      const before = await cpuTimeOf(this.site);
      for (let nth = 0; nth < batch; nth += 1) await this.#send(read, headers);
      all.push(((await cpuTimeOf(this.site)) - before) / batch);
    } while (all.length < mostBatches && median(all) > mostMs / 2);
    const isUnchanged = "If-None-Match" in headers;
    return { target: read.target, status: answer.status, isPage, ms: median(all), isUnchanged };
  }

  /** Sends each from another network, and pages with a query of their own: finished pages would cost nothing. */
  async #send({ path, target, isQuery }: StrangerRead, headers: Record<string, string>): Promise<FuzzAnswer> {
    this.#sent += 1;
    const own =
      isQuery || "If-None-Match" in headers ? path : `${path}${path.includes("?") ? "&" : "?"}n=${this.#sent}`;
    const network = `10.0.${Math.floor(this.#sent / 250) % 250}.${this.#sent % 250}`;
    const request = { method: "GET", path: own, body: null, target };
    const known = { Accept: isQuery ? "*/*" : "text/html", "X-Forwarded-For": network, ...headers };
    const answer = await this.client.send({ ...request, headers: known });
    this.client.cookies.clear();
    if (!answer || answer.status === 429 || answer.status >= 500) throw new Error(`${target}: ${answer?.status}`);
    return answer;
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns those that cost too much beside a booking page. */
export const tooDear = (costs: ReadCost[], bookingMs: number): string[] =>
  costs
    .filter(({ ms, isPage }) => ms > bookingMs * (isPage ? mostTimes.page : mostTimes.other))
    .map(
      ({ target, status, ms }) => `${target} (${status}): ${ms.toFixed(1)} ms, a booking page ${bookingMs.toFixed(1)}`,
    );

const shownRows = 24;

/** Writes the dearest as the rows of the table in docs/security.md. */
export const tableOf = (costs: ReadCost[], bookingMs: number): string =>
  [...costs]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, shownRows)
    .map(
      ({ target, status, ms }) =>
        `| \`${target}\` | ${status} | ${Math.round(ms)} ms | ${(ms / bookingMs).toFixed(1)} |`,
    )
    .join("\n");
