import { expect, test } from "vitest";
import { listAddress } from "~/lib/list-address";

test.each([
  [listAddress("/", {}), "/"],
  [listAddress("/", { category: "", location: "" }), "/"],
  [
    listAddress("/", { category: "Sound & Silence", location: "Online" }),
    "/?category=Sound+%26+Silence&location=Online",
  ],
  [listAddress("/live-sessions", { tab: "past" }, 3), "/live-sessions?tab=past&page=3"],
  [listAddress("/live-sessions", { tab: "" }, 1), "/live-sessions"],
])("%s", (address, expected) => {
  expect(address).toBe(expected);
});
