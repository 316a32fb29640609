import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

type ReadyProxy = {
  url: string;
  /** Resolves after the next look at every backend. */
  nextCheck(): Promise<void>;
  stop(): Promise<void>;
};

const checkEveryMs = 250;

/**
 * A proxy that gives requests in turn to the backends whose /readyz answers 200, over connections that it keeps. It sends
 * no request twice: one that fails is answered with 502.
 */
export async function startReadyProxy(backends: string[]): Promise<ReadyProxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  let waiting: (() => void)[] = [];
  let turn = 0;

  async function check(): Promise<void> {
    await Promise.all(
      backends.map(async (backend) => {
        const isReady = await fetch(`${backend}/readyz`).then(({ ok }) => ok, isDown);
        if (isReady) ready.add(backend);
        else ready.delete(backend);
      }),
    );
    for (const tell of waiting.splice(0)) tell();
  }

  const server = createServer((incoming, response) => {
    const candidates = backends.filter((backend) => ready.has(backend));
    turn += 1;
    const backend = candidates[turn % candidates.length];
    if (backend === undefined) return void response.writeHead(503).end("No backend is ready");
    const { method, headers, url: path = "/" } = incoming;
    const outgoing = request(new URL(path, backend), { method, headers, agent });
    outgoing.on("response", (answer) => {
      const { connection: _connection, "keep-alive": _keepAlive, ...passedOn } = answer.headers;
      response.writeHead(answer.statusCode!, passedOn);
      answer.on("error", () => response.destroy()).pipe(response);
    });
    outgoing.on("error", ({ message }) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(message);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await check();
  // One after the other: an answer that comes late must not undo a newer one.
  let next = setTimeout(checkAgain, checkEveryMs);
  async function checkAgain(): Promise<void> {
    await check();
    if (server.listening) next = setTimeout(checkAgain, checkEveryMs);
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextCheck: () => new Promise<void>((resolve) => (waiting = [...waiting, resolve])),
    stop: async () => {
      clearTimeout(next);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const isDown = () => false;
