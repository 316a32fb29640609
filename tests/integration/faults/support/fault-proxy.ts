import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/**
 * What happens to requests: "slow" answers after 10 s, "refusing" closes the connection at once, "failing" answers 500,
 * "nonsense" answers 200 with a page that is no answer, "losing" does what was asked and cuts the answer.
 */
export const faults = ["slow", "refusing", "failing", "nonsense", "losing"] as const;
export type Fault = (typeof faults)[number];

export type FaultProxy = {
  url: string;
  port: number;
  /** The number of requests that met the current fault. */
  met: () => number;
  /** Starts a fault, or ends it with null. */
  become(fault: Fault | null): void;
  stop(): Promise<void>;
};

const slowMs = 10_000;

/** Stands between the site and an outside service at `target`, whose address may be known later. */
export async function startFaultProxy(target: () => string): Promise<FaultProxy> {
  let fault: Fault | null = null;
  let met = 0;
  const over = new AbortController();
  const server = createServer((request, response) => {
    if (fault) met += 1;
    answer(request, response, { fault, target, over: over.signal }).catch(() => response.destroy());
  });
  server.on("connection", (socket: Socket) => {
    if (fault !== "refusing") return;
    met += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    met: () => met,
    become(next) {
      fault = next;
      met = 0;
      if (fault === "refusing") server.closeIdleConnections();
    },
    async stop() {
      over.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Case = { fault: Fault | null; target: () => string; over: AbortSignal };

async function answer(request: IncomingMessage, response: ServerResponse, { fault, target, over }: Case) {
  if (fault === "refusing") return void response.destroy();
  const body = await buffer(request);
  if (fault === "failing") return void response.writeHead(500, { "Content-Type": "text/html" }).end("<h1>Oops</h1>");
  if (fault === "nonsense") return void response.writeHead(200, { "Content-Type": "text/html" }).end("<p>Hello</p>");
  if (fault === "slow") await wait(slowMs, undefined, { signal: over });
  await pass(request, body, response, { target, isLost: fault === "losing" });
}

/** Passes a request on; with `isLost`, the answer is cut before its first byte. */
function pass(
  { url, method, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  { target, isLost }: { target: () => string; isLost: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const onward = forward(new URL(url ?? "/", target()), { method, headers: { ...headers, connection: "close" } });
    onward.once("error", reject);
    onward.once("response", (answered) => {
      if (isLost) {
        answered.resume();
        response.destroy();
      } else {
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(response);
      }
      resolve();
    });
    onward.end(body);
  });
}
