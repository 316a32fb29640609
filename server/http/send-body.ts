import type { Response as ExpressResponse } from "express";

/**
 * Sends a stream and cancels it when the client leaves. Reads at most one part ahead of a slow client; a body of one
 * part does not wait for the client. Needs compression's `flush`.
 */
export async function sendBody(body: ReadableStream<Uint8Array>, response: ExpressResponse): Promise<void> {
  const reader = body.getReader();
  const client = watch(response, () => void reader.cancel().catch(() => undefined));
  try {
    for (let part = await reader.read(); !part.done; part = await readNext(reader, response)) {
      await client.whenReady();
      client.isFull = !response.write(part.value);
    }
    response.end();
  } catch (error) {
    response.destroy(error instanceof Error ? error : undefined);
    throw error;
  }
}

/** Compression would keep a short part back until the next one comes. */
async function readNext(reader: ReadableStreamDefaultReader<Uint8Array>, response: ExpressResponse) {
  const waiting = setImmediate(() => response.flush());
  try {
    return await reader.read();
  } finally {
    clearImmediate(waiting);
  }
}

/** Listens once for all parts, since compression does not remove listeners. */
function watch(response: ExpressResponse, leave: () => void) {
  let goOn = () => undefined as void;
  const client = {
    isFull: false,
    whenReady: () =>
      client.isFull && !response.destroyed ? new Promise<void>((resolve) => (goOn = resolve)) : undefined,
  };
  response.on("drain", () => {
    client.isFull = false;
    goOn();
  });
  if (response.destroyed) leave();
  else
    response.once("close", () => {
      leave();
      goOn();
    });
  return client;
}
