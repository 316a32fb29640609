import { once } from "node:events";
import { Agent, get, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { onTestFinished, test, expect, vi } from "vitest";
import { listenAt } from "@server/http/listener";
import { createShutdown } from "@server/process/shutdown";

async function startListener() {
  const listener = await listenAt("127.0.0.1", 0);
  onTestFinished(() => listener.close(0));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const ask = async (path = "/") => {
    const [response] = (await once(get({ port: listener.port, host: "127.0.0.1", agent, path }), "response")) as [
      IncomingMessage,
    ];
    const body = (await response.setEncoding("utf8").toArray()).join("");
    return { status: response.statusCode, headers: response.headers, body };
  };
  return { listener, ask };
}

test("answers 503 with Retry-After until the site is ready", async () => {
  const { listener, ask } = await startListener();
  expect(await ask()).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  listener.open((_request, response) => void response.end("welcome"));
  expect(await ask()).toMatchObject({ status: 200, body: "welcome" });
});

test("completes requests in progress when closing, and accepts no new ones", async () => {
  const { listener, ask } = await startListener();
  const arrived = new Promise<ServerResponse>((resolve) => listener.open((_request, response) => resolve(response)));
  const answer = ask();
  const underWay = await arrived;
  const closed = listener.close(60_000);
  await expect(fetch(`http://127.0.0.1:${listener.port}`)).rejects.toThrow();
  underWay.end("your answer");
  expect(await answer).toMatchObject({ status: 200, body: "your answer", headers: { connection: "close" } });
  await closed;
});

test("closes without waiting for idle keep-alive connections", async () => {
  const { listener, ask } = await startListener();
  listener.open((_request, response) => void response.end("welcome"));
  await ask();
  await expect(listener.close(60_000)).resolves.toBeUndefined();
});

test("goes on answering while it drains, says so at /readyz, and ends each connection", async () => {
  const { listener, ask } = await startListener();
  listener.open((_request, response) => void response.end("welcome"));
  const hurry = new AbortController();
  const drained = listener.drain(60_000, hurry.signal);
  expect(await ask()).toMatchObject({ status: 200, body: "welcome", headers: { connection: "close" } });
  expect(await ask("/readyz")).toMatchObject({ status: 503, body: '{"status":"stopping"}' });
  hurry.abort();
  await drained;
});

test("hurries when it is stopped once more", async () => {
  const shutdown = createShutdown(vi.fn());
  const drain = vi.fn((atOnce: AbortSignal) => once(atOnce, "abort"));
  shutdown.add("HTTP", 60_000, drain);
  shutdown.enable();
  const stopped = shutdown.run(0, { atOnce: false });
  await vi.waitUntil(() => drain.mock.calls.length === 1);
  await shutdown.run(0);
  await stopped;
  expect(drain).toHaveBeenCalledOnce();
});

test("ends requests that take longer than the time limit when closing", async () => {
  const { listener, ask } = await startListener();
  const arrived = new Promise((resolve) => listener.open(resolve));
  const answer = expect(ask()).rejects.toThrow("socket hang up");
  await arrived;
  await listener.close(50);
  await answer;
});

test("closes parts once in reverse order, even when one hangs or fails", async () => {
  const errorOutput = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const exit = vi.fn();
  const order: string[] = [];
  const shutdown = createShutdown(exit);
  shutdown.add("The database", 1000, () => Promise.resolve(order.push("database")));
  shutdown.add("The worker", 20, () => new Promise(() => order.push("worker")));
  shutdown.add("HTTP", 1000, () => {
    order.push("http");
    return Promise.reject(new Error("no listener"));
  });
  shutdown.enable();
  await Promise.all([shutdown.run(0), shutdown.run(1)]);
  expect(order).toEqual(["http", "worker", "database"]);
  expect(exit.mock.calls).toEqual([[0]]);
  expect(errorOutput.mock.calls.flat()).toEqual([
    "HTTP did not stop in order: no listener\n",
    "The worker took longer than 0.02 s to stop; going on.\n",
  ]);
});

test("waits for the end of the start when stopped during it, and closes everything opened", async () => {
  const exit = vi.fn();
  const shutdown = createShutdown(exit);
  const close = vi.fn(() => Promise.resolve());
  const stopped = shutdown.run(0);
  shutdown.add("The database", 1000, close);
  expect(close).not.toHaveBeenCalled();
  shutdown.enable();
  await stopped;
  expect(close).toHaveBeenCalledOnce();
  expect(exit).toHaveBeenCalledWith(0);
});

test("writes nothing into an answer in progress when invalid HTTP follows on its connection", async () => {
  const { listener } = await startListener();
  listener.open((_request, response) => void response.writeHead(200).write("your answer"));
  const socket = connect(listener.port, "127.0.0.1").on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const received: string[] = [];
  socket.setEncoding("utf8").on("data", (text: string) => received.push(text));
  await expect.poll(() => received.join("")).toContain("your answer");
  socket.write("no HTTP\r\n\r\n");
  await once(socket, "close");
  expect(received.join("")).not.toContain("400 Bad Request");
});
