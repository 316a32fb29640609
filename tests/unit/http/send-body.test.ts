import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { createGunzip } from "node:zlib";
import compression from "compression";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { sendBody } from "@server/http/send-body";

const part = Buffer.alloc(256 * 1024, "a");

/** A body of parts that says how many were read and whether it was cancelled. */
function bodyOf(parts: number) {
  const read = { parts: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (read.parts === parts) return controller.close();
      read.parts += 1;
      controller.enqueue(new Uint8Array(part));
    },
    cancel: () => void (read.isCancelled = true),
  });
  return { body, read };
}

async function open(body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const app = express()
    .use(compression())
    .use((_request, response, next) => {
      response.type("text");
      sendBody(body, response).catch(next);
    });
  const server = app.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const request = get({ port, headers }).on("error", () => undefined);
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  onTestFinished(() => void answer.destroy());
  return answer.on("error", () => undefined);
}

const encodings: Record<string, string>[] = [{}, { "Accept-Encoding": "gzip" }];

test.each(encodings)("cancels a body whose client has left (%o)", async (headers) => {
  const { body, read } = bodyOf(400);
  const answer = await open(body, headers);
  await once(answer, "readable");
  answer.destroy();
  await expect.poll(() => read.isCancelled).toBe(true);
});

test("reads no further ahead than a slow client", async () => {
  const { body, read } = bodyOf(400);
  const answer = await open(body);
  let before = -1;
  await expect.poll(() => before === (before = read.parts), { interval: 200 }).toBe(true);
  expect(read.parts).toBeLessThan(100);
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  expect([bytes, read.parts, read.isCancelled]).toEqual([400 * part.length, 400, false]);
});

test.each(encodings)("sends all of a body in order (%o)", async (headers) => {
  const { body } = bodyOf(3);
  const answer = await open(body, headers);
  const isPacked = "Accept-Encoding" in headers;
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  expect(answer.headers["content-encoding"]).toBe(isPacked ? "gzip" : undefined);
  if (!isPacked) expect(bytes).toBe(3 * part.length);
});

test.each(encodings)("sends a short part before the next one is there (%o)", async (headers) => {
  let goOn = () => undefined as void;
  const received = new Promise<void>((resolve) => (goOn = resolve));
  const parts = ["Date,Customer\r\n", "2026-11-23,Hannah\r\n"].map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const bytes = parts.shift();
      if (!bytes) return controller.close();
      if (parts.length === 0) await received;
      controller.enqueue(bytes);
    },
  });
  const answer = await open(body, headers);
  const content = "Accept-Encoding" in headers ? answer.pipe(createGunzip()) : answer;
  const [first] = (await once(content, "data")) as [Buffer];
  expect(first.toString()).toBe("Date,Customer\r\n");
  goOn();
  const rest = (await content.toArray()) as Buffer[];
  expect(Buffer.concat(rest).toString()).toBe("2026-11-23,Hannah\r\n");
});

test("cuts the answer short when the body fails", async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(part)),
    pull: () => Promise.reject(new Error("lost")),
  });
  const received = open(body).then((answer) => answer.toArray());
  await expect(received).rejects.toThrow(/aborted|socket hang up/);
});
