import type { RequestHandler } from "express";
import { createGate } from "./gate";

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
