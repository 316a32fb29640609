import { expect, test } from "vitest";
import { nodeAdvice } from "@server/process/node-advice";

test.each(["20.19.0", "20.20.2"])("recommends Node 24 in one line on Node %s", (version) => {
  expect(nodeAdvice(version)).toEqual([
    `  Node     ${version} gets no security fixes any more; Node 24 is recommended`,
  ]);
});

test.each(["22.22.0", "24.21.0", "26.0.0"])("says nothing on Node %s", (version) => {
  expect(nodeAdvice(version)).toEqual([]);
});
