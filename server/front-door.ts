import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StartError } from "./errors";

export type FrontDoor = {
  port: number;
  /** Lets requests in; before, each is told to come back in a second. */
  open(app: RequestListener): void;
  /** Takes no new requests and resolves when those under way are answered, at the latest after `patience` ms. */
  close(patience: number): Promise<void>;
};

/** A large video on a slow line takes longer to arrive than the five minutes that Node gives a request. */
const requestTimeout = 60 * 60_000;

/**
 * Listens at the address, so that the port is ours (and known, where any would do) before anything else starts.
 * Throws a StartError when it is in use or may not be used.
 */
export async function listenAt(host: string, port: number): Promise<FrontDoor> {
  const underWay = new Set<ServerResponse>();
  let answer: RequestListener = comeBack;
  let isClosing = false;

  const server = createServer({ requestTimeout }, (request, response) => {
    underWay.add(response);
    response.once("close", () => {
      underWay.delete(response);
      // The connection is idle a moment after its response has closed.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
    if (isClosing) response.setHeader("Connection", "close");
    answer(request, response);
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    open: (app) => void (answer = app),
    async close(patience) {
      isClosing = true;
      for (const response of underWay) if (!response.headersSent) response.setHeader("Connection", "close");
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), patience);
      await closed;
      clearTimeout(cut);
    },
  };
}

const comeBack: RequestListener = (_request, response) => {
  response.writeHead(503, { "Retry-After": "1", "Content-Type": "text/plain" }).end("Breathroom is starting.\n");
};

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
