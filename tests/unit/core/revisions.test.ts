import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { shareQueries } from "@server/core/revisions";

/** A database whose queries end when the test says so. */
function slowDatabase() {
  const queries: { asked: string[]; end: (answer: number) => void; fail: (error: Error) => void }[] = [];
  const share = shareQueries<string, number>(
    (asked) => new Promise((end, fail) => void queries.push({ asked, end, fail })),
  );
  const read = (asked: string) => new Promise<number>((resolve, reject) => share(asked, resolve, reject));
  return { read, queries };
}

test("calls that are made together share a query", async () => {
  const { read, queries } = slowDatabase();
  const both = Promise.all([read("a"), read("b")]);
  await nextTurn();
  await nextTurn();
  expect(queries.map(({ asked }) => asked)).toEqual([["a", "b"]]);
  queries[0]?.end(7);
  expect(await both).toEqual([7, 7]);
});

test("a call never shares a query that has started", async () => {
  const { read, queries } = slowDatabase();
  const first = read("a");
  await nextTurn();
  await nextTurn();
  const second = read("a");
  const third = read("a");
  queries[0]?.end(1);
  expect(await first).toBe(1);
  await nextTurn();
  await nextTurn();
  expect(queries).toHaveLength(2);
  queries[1]?.end(2);
  expect(await second).toBe(2);
  expect(await third).toBe(2);
});

test("a failed query fails its own calls only", async () => {
  const { read, queries } = slowDatabase();
  const first = read("a");
  await nextTurn();
  await nextTurn();
  const second = read("a");
  queries[0]?.fail(new Error("connection lost"));
  await expect(first).rejects.toThrow("connection lost");
  await nextTurn();
  await nextTurn();
  queries[1]?.end(3);
  expect(await second).toBe(3);
});
