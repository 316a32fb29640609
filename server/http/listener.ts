import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "@db/errors";

type SafeHeaders = Record<string, string>;

export type HttpListener = {
  port: number;
  open(app: RequestListener): void;
  /** Goes on answering for `milliseconds`, but says at /readyz that this process leaves, and ends each connection. */
  drain(milliseconds: number, atOnce: AbortSignal): Promise<void>;
  /** Stops accepting requests; resolves when the pending ones are answered or after `patience` ms. */
  close(patience: number): Promise<void>;
};

/** The time between two requests. */
const keepAliveMs = 10_000;

const options = {
  // Off: the app itself answers requests without a Host header.
  requireHostHeader: false,
  headersTimeout: 10_000,
  /** Large videos on slow lines; the app limits all other bodies to half a minute. */
  requestTimeout: 60 * 60_000,
  keepAliveTimeout: keepAliveMs,
  connectionsCheckingInterval: 2000,
};
const idleTimeout = 120_000;
const maxConnections = 5000;

/** Listens first, so that the port is known before anything else starts. Throws a StartError. */
export async function listenAt(host: string, port: number, headers: SafeHeaders = {}): Promise<HttpListener> {
  // By connection: a set of all responses would be rebuilt again and again, and its old copies keep garbage alive.
  const underWay = new Map<Socket, ServerResponse[]>();
  let answer: RequestListener = answerStarting(headers);
  let isDraining = false;
  let isClosing = false;

  function end(this: ServerResponse) {
    const responses = underWay.get(this.req.socket) ?? [];
    responses.splice(responses.indexOf(this), 1);
    // The connection becomes idle only after the response has closed.
    if (isClosing) setImmediate(() => server.closeIdleConnections());
  }
  const server = createServer(options, (request, response) => {
    underWay.get(request.socket)?.push(response);
    response.on("close", end);
    if (isDraining || isClosing) response.setHeader("Connection", "close");
    if (isDraining && /^\/readyz(\?|$)/.test(request.url ?? "")) answerLeaving(headers, response);
    else answer(request, response);
  });
  server.on("connection", (socket: Socket) => {
    underWay.set(socket, []);
    socket.once("close", () => underWay.delete(socket));
  });

  server.setTimeout(idleTimeout);
  server.maxConnections = maxConnections;
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // A second response would be read as part of the first one.
    const hasBegun = underWay.get(socket as Socket)?.some(({ headersSent }) => headersSent);
    if (hasBegun) socket.destroy();
    else refuseRaw(error, socket, headers);
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    open: (app) => void (answer = app),
    async drain(milliseconds, atOnce) {
      isDraining = true;
      await wait(milliseconds, undefined, { signal: atOnce }).catch(() => undefined);
    },
    async close(patience) {
      isClosing = true;
      for (const response of [...underWay.values()].flat())
        if (!response.headersSent) response.setHeader("Connection", "close");
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), patience);
      await closed;
      clearTimeout(cut);
    },
  };
}

const answerStarting =
  (headers: SafeHeaders): RequestListener =>
  (_request, response) => {
    response.writeHead(503, { ...headers, "Retry-After": "1", Refresh: "1", "Content-Type": "text/plain" });
    response.end("Breathroom is starting.\n");
  };

function answerLeaving(headers: SafeHeaders, response: ServerResponse): void {
  response.writeHead(503, { ...headers, "Cache-Control": "no-store", "Content-Type": "application/json" });
  response.end('{"status":"stopping"}');
}

const rawStatuses: Partial<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

function refuseRaw({ code = "" }: NodeJS.ErrnoException, socket: Duplex, headers: SafeHeaders): void {
  if (!socket.writable) return void socket.destroy();
  const lines = Object.entries({ ...headers, Connection: "close", "Content-Length": "0" });
  const head = [`HTTP/1.1 ${rawStatuses[code] ?? "400 Bad Request"}`, ...lines.map((line) => line.join(": "))];
  socket.end(`${head.join("\r\n")}\r\n\r\n`, () => socket.destroy());
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  const because = { cause: error };
  switch (error.code) {
    case "EADDRINUSE":
      return new StartError(`Port ${port} is in use; stop the other program, or set another PORT.`, because);
    case "EACCES":
      return new StartError(`Port ${port} may not be used by this user; set a PORT above 1023.`, because);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(`HOST ${host} is not an address of this machine.`, because);
    default:
      return new StartError(`Can't listen at ${host}:${port}: ${error.message}`, because);
  }
}
