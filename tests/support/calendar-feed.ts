import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

export type CalendarFeed = {
  /** A secret address: its path is the secret. */
  url: string;
  /** The headers of the requests, oldest first. */
  asked: IncomingMessage["headers"][];
  answer(reply: Reply): void;
  serve(text: string, headers?: Record<string, string>): void;
  stop(): Promise<void>;
};

export const secretPath = "/private-4f1c9a27d0/basic.ics";

/** Stands in for a service that gives a calendar at a secret address. */
export async function startCalendarFeed(): Promise<CalendarFeed> {
  const asked: IncomingMessage["headers"][] = [];
  let reply: Reply = (_request, response) => void response.writeHead(404).end();
  const server = createServer((request, response) => {
    asked.push(request.headers);
    reply(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${secretPath}`,
    asked,
    answer: (next) => void (reply = next),
    serve: (text, headers = {}) =>
      void (reply = (_request, response) =>
        void response.writeHead(200, { "content-type": "text/calendar", ...headers }).end(text)),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const stamp = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, "");

/** Returns a calendar with one event. */
export const calendarWith = (start: Date, minutes = 60, uid = "private@example.com") =>
  [
    ...[
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//test//EN",
      "BEGIN:VEVENT",
      `UID:${uid}`,
      `DTSTAMP:${stamp(start)}`,
    ],
    ...[`DTSTART:${stamp(start)}`, `DTEND:${stamp(new Date(start.getTime() + minutes * 60_000))}`, "SUMMARY:Dentist"],
    ...["END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");
