import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type OutsideService = {
  url: string;
  /** The requested paths, oldest first. */
  asked: string[];
  answer(body: string | object, status?: number): void;
  redirect(to: string): void;
  /** Leaves requests unanswered. */
  hang(): void;
  /** Closes each connection without a response. */
  drop(): void;
  stop(): Promise<void>;
};

/** Stands in for a service at the network's edge, so that the real client runs. */
export async function startOutsideService(body: string | object = {}): Promise<OutsideService> {
  const asked: string[] = [];
  let reply: (request: IncomingMessage, response: ServerResponse) => void = replyOf(body);
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    reply(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next, status) => void (reply = replyOf(next, status)),
    redirect: (to) => void (reply = (_request, response) => void response.writeHead(302, { Location: to }).end()),
    hang: () => void (reply = () => undefined),
    drop: () => void (reply = (request) => void request.socket.destroy()),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function replyOf(body: string | object, status = 200) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { "Content-Type": "application/json" }).end(text);
}
