import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type RoundRobin = {
  url: string;
  /** Set these before the first request. */
  backends: string[];
  /** Called with each request that has been passed on, and the backend that has it. */
  onPassedOn: (passed: { method: string; path: string; backend: string }) => void;
  stop(): Promise<void>;
};

type HeldRequest = { incoming: IncomingMessage; body: Buffer; response: ServerResponse };

/** A proxy that gives each request to the next backend, and to the one after it if that refuses connections. */
export async function startRoundRobin(): Promise<RoundRobin> {
  let turn = 0;
  const server = createServer((incoming, response) => {
    turn += 1;
    const nth = turn;
    // Whole, so that it can be sent again to the next backend.
    void incoming.toArray().then((chunks: Buffer[]) => {
      passOn({ incoming, body: Buffer.concat(chunks), response }, nth, proxy.backends.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: RoundRobin = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backends: [],
    onPassedOn: () => undefined,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function passOn(asked: HeldRequest, nth: number, triesLeft: number): void {
    const { incoming, body, response } = asked;
    const backend = proxy.backends[nth % proxy.backends.length]!;
    const { method = "GET", url: path = "/" } = incoming;
    // Without keep-alive: a connection that a killed process left would fail later.
    const outgoing = request(new URL(path, backend), { method, headers: incoming.headers, agent: false });
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.on("error", () => response.destroy()).pipe(response);
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" && triesLeft > 1) return passOn(asked, nth + 1, triesLeft - 1);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end("Bad gateway");
    });
    outgoing.once("finish", () => proxy.onPassedOn({ method, path, backend }));
    outgoing.end(body);
  }
  return proxy;
}
