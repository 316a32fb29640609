import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, test as base } from "vitest";
import { attacks, hold, findUnexpected } from "../../attacks/attacks.mjs";
import { judge } from "../../load/verdict.mjs";

const minute = (value: number) => Array<number>(60).fill(value);
const fine = {
  answers: new Map([
    ["200", 500],
    ["503", 400],
  ]),
  memory: minute(300),
  connections: minute(21),
  health: minute(20),
};

base("finds nothing wrong with a load that was served and refused as it should be", () => {
  expect(judge(fine)).toMatchObject({ early: 300, late: 300, most: 21, p99: 20, problems: [] });
});

base.each([
  { wrong: { answers: new Map([["503", 900]]) }, problem: "nothing was answered 200" },
  { wrong: { connections: [...minute(20), 22] }, problem: "22 database connections, of 21" },
  { wrong: { health: [...minute(20), Infinity] }, problem: "/healthz is slow" },
])("fails a load test: $problem", ({ wrong, problem }) => {
  expect(judge({ ...fine, ...wrong }).problems).toEqual([problem]);
});

const test = base.extend("listen", ({ task: _task }, { onCleanup }) => {
  const sockets: Socket[] = [];
  const server = createServer();
  onCleanup(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return async (treat: (socket: Socket) => unknown) => {
    server.on("connection", (socket) => (sockets.push(socket), treat(socket)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
});

test("holds connections until they are answered", async ({ listen }) => {
  const head = "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ";
  const url = await listen((socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 408 Request Timeout\r\n\r\n"));
  });
  expect(await hold(url, 2, head)).toEqual(["408", "408"]);
});

test("reports a server that never closes a connection", async ({ listen }) => {
  const url = await listen(() => undefined);
  expect(await hold(url, 2, "", 50)).toEqual(["still open", "still open"]);
});

test("reports a server that closes without an answer", async ({ listen }) => {
  const url = await listen((socket) => socket.destroy());
  expect(await hold(url, 1, "")).toEqual(["closed"]);
});

base("fails an attack that is answered by a fault, or by nothing", () => {
  for (const [name, [, expected]] of Object.entries(attacks)) {
    expect(findUnexpected([...expected, ...expected, 500, "ECONNREFUSED"], expected), name).toEqual([
      500,
      "ECONNREFUSED",
    ]);
  }
});
