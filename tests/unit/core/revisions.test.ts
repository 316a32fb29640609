import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRevisionReader, type Revisions } from "@server/core/revisions";

/** A database whose queries end when the test says so. */
function slowDatabase() {
  const queries: { ids: string[]; end: (content: number) => void; fail: (error: Error) => void }[] = [];
  const read = createRevisionReader(
    (ids) =>
      new Promise<Revisions>((resolve, reject) => {
        const end = (content: number) => resolve({ content, sessions: new Map(ids.map((id) => [id, content])) });
        queries.push({ ids, end, fail: reject });
      }),
  );
  return { read, queries };
}

test("calls that are made together share a query", async () => {
  const { read, queries } = slowDatabase();
  const both = Promise.all([read(["a"]), read(["b", "a"])]);
  await nextTurn();
  await nextTurn();
  expect(queries.map(({ ids }) => ids)).toEqual([["a", "b"]]);
  queries[0]?.end(7);
  expect((await both).map(({ content }) => content)).toEqual([7, 7]);
});

test("a call never shares a query that has started", async () => {
  const { read, queries } = slowDatabase();
  const first = read(["a"]);
  await nextTurn();
  await nextTurn();
  const second = read(["a"]);
  const third = read(["a"]);
  queries[0]?.end(1);
  expect((await first).content).toBe(1);
  await nextTurn();
  await nextTurn();
  expect(queries).toHaveLength(2);
  queries[1]?.end(2);
  expect((await second).content).toBe(2);
  expect((await third).content).toBe(2);
});

test("a failed query fails its own calls only", async () => {
  const { read, queries } = slowDatabase();
  const first = read(["a"]);
  await nextTurn();
  await nextTurn();
  const second = read(["a"]);
  queries[0]?.fail(new Error("connection lost"));
  await expect(first).rejects.toThrow("connection lost");
  await nextTurn();
  await nextTurn();
  queries[1]?.end(3);
  expect((await second).content).toBe(3);
});
