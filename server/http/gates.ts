import { AsyncResource } from "node:async_hooks";
import type { RequestHandler, Response } from "express";
import { networkOf } from "../core/rate-limits";
import { hasSlot, occupySlot } from "./gate-slot";
import { sendBusy } from "./busy-page";
import { addressOf } from "./sign-in";

/** Limits concurrent requests to a few times the database's ten connections. */
export function createGates() {
  const line = { waiting: 200, patience: 5000, until: "answer" } as const;
  const reads = createGate({ ...line, inFlight: 32, perNetwork: { inFlight: 24, waiting: 150 } });
  // Separate, so that a slow payment service blocks no pages.
  // A long line: everyone who comes to a launch gets an answer.
  const launch = { waiting: 5000, patience: 20_000 };
  const writes = createGate({ ...line, ...launch, inFlight: 64, perNetwork: { inFlight: 24, waiting: 150 } });
  const files = { inFlight: 128, patience: 5000, until: "end" } as const;
  const recordings = createGate({ ...files, waiting: 64, perNetwork: { inFlight: 16, waiting: 16 } });
  // Separate, so that long playbacks don't block pictures.
  const images = createGate({ ...files, waiting: 200, perNetwork: { inFlight: 32, waiting: 100 } });
  return {
    pages: either(isRead, reads, writes),
    webhooks: createGate({ ...line, inFlight: 16 }),
    unsubscribing: createGate({ ...line, inFlight: 16 }),
    uploads: createGate({ ...line, inFlight: 16 }),
    media: either(({ path }) => /^\/images\/|\/poster$/.test(path), images, recordings),
  };
}

type Test = (request: Parameters<RequestHandler>[0]) => boolean;

const isRead: Test = ({ method }) => method === "GET" || method === "HEAD";

const either =
  (isFirst: Test, first: RequestHandler, second: RequestHandler): RequestHandler =>
  (request, response, next) =>
    (isFirst(request) ? first : second)(request, response, next);

type Bounds = {
  inFlight: number;
  waiting: number;
};

type GateLimits = Bounds & {
  patience: number;
  /** Requests beyond this wait while those of other networks pass. */
  perNetwork?: Bounds;
  until: "answer" | "end";
};

type WaitingRequest = { network: string; goOn: () => void };

/** Limits concurrent requests; a full line or a long wait answers 503. Only a request's first gate counts. */
export function createGate(limits: GateLimits): RequestHandler {
  const { perNetwork = limits } = limits;
  const line = new Set<WaitingRequest>();
  const inside = tally();
  const outside = tally();

  const isFree = (network: string) => inside.all() < limits.inFlight && inside.of(network) < perNetwork.inFlight;
  const isFull = (network: string) => outside.all() >= limits.waiting || outside.of(network) >= perNetwork.waiting;
  const leave = (network: string) => {
    inside.remove(network);
    for (const next of line) if (isFree(next.network)) return next.goOn();
  };
  const enter = (network: string, response: Response) => {
    inside.add(network);
    const slot = occupySlot(response, () => leave(network));
    response.once("close", () => slot.end());
    if (limits.until === "answer") whenAnswered(response, () => slot.end());
  };

  return (request, response, next) => {
    // The client left while its body was read: "close" would never release the slot.
    if (response.destroyed) return;
    if (hasSlot(response)) return next();
    const network = networkOf(addressOf(request));
    if (isFree(network)) {
      enter(network, response);
      return next();
    }
    if (isFull(network)) return sendBusy(request, response);
    const stopWaiting = () => {
      if (line.delete(waiting)) outside.remove(network);
      clearTimeout(timer);
      response.off("close", stopWaiting);
    };
    const waiting = {
      network,
      // Otherwise log lines would belong to the request that left.
      goOn: AsyncResource.bind(() => {
        stopWaiting();
        enter(network, response);
        next();
      }),
    };
    const timer = setTimeout(() => {
      stopWaiting();
      sendBusy(request, response);
    }, limits.patience);
    line.add(waiting);
    outside.add(network);
    response.once("close", stopWaiting);
  };
}

function tally() {
  const counts = new Map<string, number>();
  let all = 0;
  const change = (network: string, by: number) => {
    all += by;
    const count = (counts.get(network) ?? 0) + by;
    if (count > 0) counts.set(network, count);
    else counts.delete(network);
  };
  return {
    all: () => all,
    of: (network: string) => counts.get(network) ?? 0,
    add: (network: string) => change(network, 1),
    remove: (network: string) => change(network, -1),
  };
}

/** Later work is in memory or streamed, so it needs no database connection. */
function whenAnswered(response: Response, callback: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => Response;
  response.writeHead = (...parameters: unknown[]) => {
    callback();
    return writeHead(...parameters);
  };
}
