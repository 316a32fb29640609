import { expect, test } from "vitest";
import {
  choose,
  isSlow,
  type PlayerChoices,
  readChoices,
  startIn,
  wayOf,
  writeChoices,
} from "~/features/recordings/player/choices";

const none: PlayerChoices = { way: null, picture: null, playsNext: false };

test.each<[string, PlayerChoices]>([
  ["", none],
  ["listen", { ...none, way: "listen" }],
  ["watch.small", { way: "watch", picture: "small", playsNext: false }],
  ["listen.large.next", { way: "listen", picture: "large", playsNext: true }],
])("reads %j as it was written", (text, choices) => {
  expect(readChoices(text)).toEqual(choices);
  expect(writeChoices(choices)).toBe(text);
});

test.each(["__proto__", "listen=1", "small;large", "🎧", ".".repeat(5000)])("ignores %j, written by others", (text) => {
  expect(readChoices(text)).toEqual(none);
});

test.each<[string, PlayerChoices]>([
  ["listen", { ...none, way: "listen", picture: "small" }],
  ["listen&watch=", { ...none, way: "listen", picture: "small" }],
  ["watch&picture=large", { ...none, way: "watch", picture: "large" }],
  ["picture=huge&next=on", { way: "watch", picture: "small", playsNext: true }],
  ["next=off&at=12", { way: "watch", picture: "small", playsNext: false }],
])("a page opened with ?%s changes what was kept to what it names", (query, choices) => {
  const kept: PlayerChoices = { way: "watch", picture: "small", playsNext: false };
  expect(choose(kept, new URLSearchParams(query))).toEqual(choices);
});

const video = { small: null };
const sound = "/media/recordings/1/sound";

test("plays sound alone as sound, a video without a sound of its own as video, and both as chosen", () => {
  expect(wayOf({ video: null, sound }, "watch")).toBe("listen");
  expect(wayOf({ video, sound: null }, "listen")).toBe("watch");
  expect(wayOf({ video, sound }, null)).toBe("watch");
  expect(wayOf({ video, sound }, "listen")).toBe("listen");
});

test.each<[string, number | null]>([
  ["", null],
  ["from=start", 0],
  ["at=760", 760],
  ["at=12.8", 12.8],
  ["at=760&from=start", 0],
  ["at=-1", null],
  ["at=1e3", null],
  ["at=Infinity", null],
  ["at=123456", null],
])("?%s begins at %s", (query, second) => {
  expect(startIn(new URLSearchParams(query))).toBe(second);
});

test.each([
  [{}, false],
  [{ effectiveType: "4g" }, false],
  [{ effectiveType: "3g" }, true],
  [{ saveData: true, effectiveType: "4g" }, true],
])("a connection %j is slow: %s", (connection, expected) => {
  expect(isSlow(connection)).toBe(expected);
});
