import { AsyncResource } from "node:async_hooks";
import type { RequestHandler, Response } from "express";
import { networkOf } from "../core/network-of";
import { hasPlace, takePlace } from "./place";
import { sendBusy } from "./plain-page";
import { addressOf } from "./sign-in";

/** How much is worked on at once: a few times what the database's ten connections do, so that none of them idles. */
export function createGates() {
  const line = { waiting: 200, patience: 5000, until: "answer" } as const;
  const reads = createGate({ ...line, inFlight: 32, perNetwork: { inFlight: 24, waiting: 150 } });
  // Of their own, so that a slow payment service stops no page.
  const writes = createGate({ ...line, inFlight: 64, perNetwork: { inFlight: 24, waiting: 150 } });
  // Files are read into memory piece by piece, as long as they are sent.
  const files = { inFlight: 128, patience: 5000, until: "end" } as const;
  const recordings = createGate({ ...files, waiting: 64, perNetwork: { inFlight: 16, waiting: 16 } });
  // Of their own, so that those who watch for an hour leave pages their pictures.
  const images = createGate({ ...files, waiting: 200, perNetwork: { inFlight: 32, waiting: 100 } });
  return {
    pages: either(isRead, reads, writes),
    webhooks: createGate({ ...line, inFlight: 16 }),
    // Apart from webhooks, whose senders must not wait for mail programs.
    unsubscribing: createGate({ ...line, inFlight: 16 }),
    uploads: createGate({ ...line, inFlight: 16 }),
    /** To stand at `/media`. */
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
  /** How many requests may be worked on at once. */
  inFlight: number;
  /** How many more may wait. */
  waiting: number;
};

type GateLimits = Bounds & {
  /** For how many milliseconds a request waits. */
  patience: number;
  /** What one network may take of each; its other requests wait while those of other networks pass. */
  perNetwork?: Bounds;
  /** A place is given back when the answer begins, or when all of it is sent. */
  until: "answer" | "end";
};

type Waiting = { network: string; goOn: () => void };

/**
 * Lets a bounded number of requests through at a time, so that the database's connections last and memory stays flat.
 * Others wait in line; those that find the line full, or wait for too long, are told to come back (503). A request that
 * has passed a gate passes every other.
 */
export function createGate(limits: GateLimits): RequestHandler {
  const { perNetwork = limits } = limits;
  const line = new Set<Waiting>();
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
    const place = takePlace(response, () => leave(network));
    response.once("close", () => place.end());
    if (limits.until === "answer") whenAnswered(response, () => place.end());
  };

  return (request, response, next) => {
    // Has left while its body was read; nothing would give its place back.
    if (response.destroyed) return;
    if (hasPlace(response)) return next();
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
      // Called when another request leaves, in whose scope its log lines would be taken for that one's.
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

/** Counts by network and all together. */
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

/** Calls back once the answer's headers are sent: what follows is in memory, or is read as it is sent. */
function whenAnswered(response: Response, callback: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => Response;
  response.writeHead = (...given: unknown[]) => {
    callback();
    return writeHead(...given);
  };
}
