import type { ServerResponse } from "node:http";
import { systemClock } from "../../core/services";
import { keepAliveMs } from "../listener";
import { createRequestId } from "../report-errors";

/** Names and values in turn, as Node writes them. */
export type HeaderList = string[];

/** A body with its headers, and both as they are sent after the lines that differ each time. */
export type WholeAnswer = { headers: HeaderList; body: Buffer; rest: Buffer };

const keptAlive = ["Connection", "keep-alive", "Keep-Alive", `timeout=${keepAliveMs / 1000}`];
const forbidden = /[\r\n]/;

export function prepareWhole(headers: HeaderList, body: Buffer): WholeAnswer {
  if (headers.some((part) => forbidden.test(part))) throw new Error("a header has several lines");
  const all = [...headers, ...keptAlive];
  const lines = all.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${all[index + 1]}\r\n`] : []));
  const head = Buffer.from(`${lines.join("")}\r\n`, "latin1");
  const rest = Buffer.concat([head, body]);
  return { headers, body: rest.subarray(head.length), rest };
}

/**
 * Sends an answer with status 200 to a connection that stays open, without Node's checks of each header, which take as
 * long as all else. Returns false if Node has to write it: for old protocols, and where headers have been set.
 */
export function sendWhole(response: ServerResponse, { rest }: WholeAnswer): boolean {
  const { socket, req, shouldKeepAlive } = response;
  if (!socket?.writable || !shouldKeepAlive || req.httpVersion !== "1.1") return false;
  if (response.getHeaderNames().length > 0) return false;
  socket.cork();
  socket.write(`HTTP/1.1 200 OK\r\nDate: ${currentDate()}\r\nx-request-id: ${createRequestId()}\r\n`, "latin1");
  // As after end(): the connection goes on to its next request.
  socket.write(rest, (error) => void (error ?? response.emit("finish")));
  socket.uncork();
  return true;
}

let second = 0;
let date = "";

function currentDate(): string {
  const now = Math.floor(systemClock.now().getTime() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  return date;
}
