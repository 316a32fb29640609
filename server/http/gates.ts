import type { RequestHandler } from "express";
import { createGate } from "./gate";
import { hasStreamedBody } from "./read-body";

/** How much is worked on at once; the database's ten connections serve many times what each gate lets in. */
export function createGates() {
  const line = { waiting: 200, patience: 5000, until: "answer" } as const;
  const reads = createGate({ ...line, inFlight: 32 });
  // Of their own, so that a slow payment service stops no page.
  const writes = createGate({ ...line, inFlight: 64 });
  const pages: RequestHandler = (request, response, next) => {
    // Has been through the gate for uploads.
    if (hasStreamedBody(response)) return next();
    const isRead = request.method === "GET" || request.method === "HEAD";
    return (isRead ? reads : writes)(request, response, next);
  };
  return {
    pages,
    webhooks: createGate({ ...line, inFlight: 16 }),
    uploads: createGate({ ...line, inFlight: 16 }),
    // Files are read into memory piece by piece, as long as they are sent.
    media: createGate({ inFlight: 128, perNetwork: 64, waiting: 64, patience: 5000, until: "end" }),
  };
}
