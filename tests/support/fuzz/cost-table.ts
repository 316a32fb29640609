import { cpuTimeOf, type MeasuredSite } from "./cpu-time";
import type { FuzzAnswer, HttpClient } from "./http-client";
import type { StrangerRead } from "./stranger-requests";

/** What a read costs, beside the booking page of the demo in the same run. */
type ReadCost = { target: string; status: number; isPage: boolean; ms: number; isUnchanged: boolean };

/** How many times the demo's booking page a read may cost. */
const mostTimes = { page: 3, other: 1.5 };

const batch = 4;
const mostBatches = 5;
/** A page is compiled while it is asked for the first times. */
const warmingBatches = 8;

/** Measures reads one after the other. A read is repeated until it is clear of what it may cost. */
export class CostMeter {
  #sent = 0;

  constructor(
    private readonly client: HttpClient,
    private readonly site: MeasuredSite,
  ) {}

  /** Returns the CPU time of a page in milliseconds, once it has been asked for often. */
  async costOfWarmPage(page: StrangerRead): Promise<number> {
    for (let nth = 0; nth < warmingBatches; nth += 1) await this.#sendBatch(page, {});
    return (await this.#measure(page, {}, 0)).ms;
  }

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
    // The least of several, as other work of the process counts too.
    let ms = Infinity;
    for (let nth = 0; nth < mostBatches && ms > mostMs / 2; nth += 1) {
      const before = await cpuTimeOf(this.site);
      await this.#sendBatch(read, headers);
      ms = Math.min(ms, ((await cpuTimeOf(this.site)) - before) / batch);
    }
    return { target: read.target, status: answer.status, isPage, ms, isUnchanged: "If-None-Match" in headers };
  }

  async #sendBatch(read: StrangerRead, headers: Record<string, string>): Promise<void> {
    for (let nth = 0; nth < batch; nth += 1) await this.#send(read, headers);
  }

  /** Sends each from another network, and pages with a query of their own: finished pages would cost nothing. */
  async #send({ path, target, isQuery }: StrangerRead, headers: Record<string, string>): Promise<FuzzAnswer> {
    this.#sent += 1;
    const own =
      isQuery || "If-None-Match" in headers ? path : `${path}${path.includes("?") ? "&" : "?"}n=${this.#sent}`;
    const network = `10.0.${Math.floor(this.#sent / 250) % 250}.${this.#sent % 250}`;
    const request = { method: "GET", path: own, body: null, target };
    const accepted = { Accept: isQuery ? "*/*" : "text/html", "Accept-Encoding": "gzip" };
    const known = { ...accepted, "X-Forwarded-For": network, ...headers };
    const answer = await this.client.send({ ...request, headers: known });
    this.client.cookies.clear();
    if (!answer || answer.status === 429 || answer.status >= 500) throw new Error(`${target}: ${answer?.status}`);
    return answer;
  }
}

/** Returns those that cost too much beside a booking page. */
export const tooDear = (costs: ReadCost[], bookingMs: number): string[] =>
  costs
    .filter(({ ms, isPage }) => ms > bookingMs * (isPage ? mostTimes.page : mostTimes.other))
    .map(
      ({ target, status, ms }) => `${target} (${status}): ${ms.toFixed(1)} ms, a booking page ${bookingMs.toFixed(1)}`,
    );

const shownRows = 16;

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
