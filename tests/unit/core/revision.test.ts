import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { shareQuery } from "@server/core/revision";

/** A database whose queries end when the test says so. */
function slowDatabase() {
  const queries: { end: (answer: number) => void; fail: (error: Error) => void }[] = [];
  const read = shareQuery<number>(() => new Promise((end, fail) => void queries.push({ end, fail })));
  const started = async () => {
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    return queries.length;
  };
  return { read, queries, started };
}

test("calls that are made together share a query", async () => {
  const { read, queries, started } = slowDatabase();
  const both = Promise.all([read(), read()]);
  expect(await started()).toBe(1);
  queries[0]?.end(7);
  expect(await both).toEqual([7, 7]);
});

test("a call never shares a query that has started", async () => {
  const { read, queries, started } = slowDatabase();
  const first = read();
  await started();
  const [second, third] = [read(), read()];
  expect(await started()).toBe(1);
  queries[0]?.end(1);
  expect(await first).toBe(1);
  expect(await started()).toBe(2);
  queries[1]?.end(2);
  expect([await second, await third]).toEqual([2, 2]);
});

test("a failed query fails its own calls only", async () => {
  const { read, queries, started } = slowDatabase();
  const first = read();
  await started();
  const second = read();
  queries[0]?.fail(new Error("connection lost"));
  await expect(first).rejects.toThrow("connection lost");
  await started();
  queries[1]?.end(3);
  expect(await second).toBe(3);
});
