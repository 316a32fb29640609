import type { Response as ExpressResponse } from "express";

/**
 * Sends a stream and cancels it when the client leaves. Reads at most one part ahead of a slow client; a body of one
 * part does not wait for the client.
 */
export async function sendBody(body: ReadableStream<Uint8Array>, response: ExpressResponse): Promise<void> {
  const reader = body.getReader();
  const client = watch(response, () => void reader.cancel().catch(() => undefined));
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      await client.whenReady();
      client.isFull = !response.write(part.value);
    }
    response.end();
  } catch (error) {
    response.destroy(error instanceof Error ? error : undefined);
    throw error;
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
