import { expect, test } from "vitest";
import { shareLatest } from "@server/core/share-latest";

const aMaker = () => {
  const made: string[] = [];
  const make = (key: string) => () => {
    made.push(key);
    return Promise.resolve(key);
  };
  return { made, make };
};

test("makes something once for all who ask for the same key", async () => {
  const share = shareLatest<string>(2);
  const { made, make } = aMaker();
  const answers = await Promise.all([share("a", make("a")), share("a", make("a")), share("b", make("b"))]);
  expect([answers, made]).toEqual([
    ["a", "a", "b"],
    ["a", "b"],
  ]);
});

test("forgets what was asked for longest ago", async () => {
  const share = shareLatest<string>(2);
  const { made, make } = aMaker();
  for (const key of ["a", "b", "a", "c", "a", "b"]) await share(key, make(key));
  expect(made).toEqual(["a", "b", "c", "b"]);
});

test("makes again what has failed", async () => {
  const share = shareLatest<string>(2);
  await expect(share("a", () => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
  expect(await share("a", () => Promise.resolve("an answer"))).toBe("an answer");
});
