import { expect, test } from "vitest";
import { readCues } from "@server/platform/media/cues";

const textOf = (line: string) => {
  const read = readCues(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${line}\n`);
  return "cues" in read ? read.cues[0]?.text : read.problem;
};

test.each([
  ["<v Maeve>Breathe <i>in</i></v>", "Breathe in"],
  ["one < two > one", "one  one"],
  ["don&#39;t &amp; can&#x2019;t", "don't & can’t"],
  ["&constructor; &#0; &#1114112; &lt;b&gt;", "&constructor; &#0; &#1114112; <b>"],
])("reads %j as %j", (line, text) => {
  expect(textOf(line)).toBe(text);
});

test("reads a line of 100,000 brackets as quickly as any other", () => {
  const line = "<".repeat(100_000);
  expect(textOf(line)).toBe(line);
}, 5000);
