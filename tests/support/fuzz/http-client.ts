import { Agent, request as send, type IncomingHttpHeaders } from "node:http";

export type FuzzRequest = {
  method: string;
  /** Sent as it is; its percent encoding may be invalid on purpose. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** The route or procedure. */
  target: string;
};

export type FuzzAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

const patienceMs = 30_000;
const mostText = 2_000_000;

/** Sends requests without normalising them, and keeps cookies. */
export class HttpClient {
  readonly cookies = new Map<string, string>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(readonly site: string) {}

  /** Returns null if the connection was closed without a response. */
  async send(request: FuzzRequest): Promise<FuzzAnswer | null> {
    const answer = await this.#sendOnce(request, this.#agent);
    // An idle connection may just have been closed, so the retry uses a new one.
    return answer === "stale" ? ((await this.#sendOnce(request, false)) as FuzzAnswer | null) : answer;
  }

  headersOf({ headers, body }: FuzzRequest): Record<string, string> {
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return {
      ...(cookies && { Cookie: cookies }),
      Origin: new URL(this.site).origin,
      ...(body && { "Content-Length": String(body.length) }),
      ...headers,
    };
  }

  close = () => this.#agent.destroy();

  #sendOnce(request: FuzzRequest, agent: Agent | false): Promise<FuzzAnswer | null | "stale"> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(this.site);
      const { method, path, body } = request;
      const options = { hostname, port, method, path, headers: this.headersOf(request), agent };
      const asked = send(options, (response) => {
        const parts: Buffer[] = [];
        let length = 0;
        response.on("data", (part: Buffer) => {
          length += part.length;
          if (length < mostText) parts.push(part);
        });
        response.on("error", () => resolve(null));
        response.on("end", () => {
          this.#keepCookies(response.headers["set-cookie"] ?? []);
          const text = Buffer.concat(parts).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      asked.setTimeout(patienceMs, () => reject(new Error(`no answer within ${patienceMs / 1000} seconds`)));
      asked.on("error", () => resolve(asked.reusedSocket ? "stale" : null));
      asked.end(body ?? undefined);
    });
  }

  #keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}

/** Returns the request as a shell command. */
export function curlOf(site: string, { method, path, body }: FuzzRequest, headers: Record<string, string>): string {
  const quoted = (text: string) => `$'${text.replace(/[\\']/g, "\\$&").replace(/\p{Cc}/gu, hexOf)}'`;
  const sent = Object.entries(headers).filter(([name]) => name !== "Content-Length");
  return [
    `curl --path-as-is -X ${method} ${quoted(site + path)}`,
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`--data-binary ${quoted(body.toString("latin1")).replace(/[\x80-\xff]/g, hexOf)}`] : []),
  ].join(" ");
}

const hexOf = (character: string) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
