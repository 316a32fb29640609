import { AsyncResource } from "node:async_hooks";
import type { RequestHandler, Response } from "express";
import { networkOf } from "../core/network-of";
import { sendBusy } from "./plain-page";
import { addressOf } from "./sign-in";

export type GateLimits = {
  /** How many requests may be worked on at once. */
  inFlight: number;
  /** How many more may wait, and for how many milliseconds. */
  waiting: number;
  patience: number;
  /** Of those in flight, how many may come from one network. */
  perNetwork?: number;
  /** A place is given back when the answer begins, or when all of it is sent. */
  until: "answer" | "end";
};

/**
 * Lets a bounded number of requests through at a time, so that the database's connections last and memory stays flat.
 * Others wait in line; those that find the line full, or wait for too long, are told to come back (503).
 */
export function createGate(limits: GateLimits): RequestHandler {
  const line = new Set<() => void>();
  const networks = new Map<string, number>();
  let inFlight = 0;

  const leave = (network: string) => {
    inFlight -= 1;
    const others = (networks.get(network) ?? 1) - 1;
    if (others > 0) networks.set(network, others);
    else networks.delete(network);
    const [next] = line;
    next?.();
  };
  const enter = (network: string, response: Response) => {
    inFlight += 1;
    networks.set(network, (networks.get(network) ?? 0) + 1);
    let isIn = true;
    const leaveOnce = () => {
      if (isIn) leave(network);
      isIn = false;
    };
    response.once("close", leaveOnce);
    if (limits.until === "answer") whenAnswered(response, leaveOnce);
  };

  return (request, response, next) => {
    // Has left while its body was read; nothing would give its place back.
    if (response.destroyed) return;
    const network = networkOf(addressOf(request));
    if ((networks.get(network) ?? 0) >= (limits.perNetwork ?? Infinity)) return sendBusy(request, response);
    if (inFlight < limits.inFlight) {
      enter(network, response);
      return next();
    }
    if (line.size >= limits.waiting) return sendBusy(request, response);
    const stopWaiting = () => {
      line.delete(goOn);
      clearTimeout(timer);
      response.off("close", stopWaiting);
    };
    // Called when another request leaves, in whose scope its log lines would be taken for that one's.
    const goOn = AsyncResource.bind(() => {
      stopWaiting();
      enter(network, response);
      next();
    });
    const timer = setTimeout(() => {
      stopWaiting();
      sendBusy(request, response);
    }, limits.patience);
    line.add(goOn);
    response.once("close", stopWaiting);
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
