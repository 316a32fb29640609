import { expect, test } from "vitest";
import { webVttOf } from "@server/platform/media/captions-file";

const read = (text: string) => webVttOf(Buffer.from(text));
const cue = "00:00:01.000 --> 00:00:02.500\nBreathe in – and out.\n";

test.each(["WEBVTT\n\n", "WEBVTT - with a title\n\n", "WEBVTT\t\n\n", "\uFEFFWEBVTT\n\n"])(
  "keeps WebVTT as it is: %j",
  (head) => {
    expect(read(head + cue)).toBe(head.replace("\uFEFF", "") + cue);
  },
);

test("normalises line endings", () => {
  expect(read(`WEBVTT\r\n\r\n${cue.replaceAll("\n", "\r\n")}`)).toBe(`WEBVTT\n\n${cue}`);
});

test("converts SRT to WebVTT, with any spaces around its arrows, and keeps commas in captions", () => {
  const srt =
    "\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nIn, and out.\r\n\r\n2\r\n01:00:03,000  -->  01:00:04,000\r\nRest &amp; be.\r\n";
  expect(read(srt)).toBe(
    "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nIn, and out.\n\n01:00:03.000 --> 01:00:04.000\nRest &amp; be.\n",
  );
});

test.each(["", "WEBVTTX\n", "webvtt\n", "<html>WEBVTT</html>", "1\nnot a time\n", "{\\an8}00:00:01,000"])(
  "rejects %j as captions",
  (text) => {
    expect(() => read(text)).toThrow("Please choose a WebVTT or SRT file");
  },
);

test("mends WebVTT with commas in its times, of which players would show nothing", () => {
  const mended = "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nIn.\n";
  expect(read("WEBVTT\n\n00:00:01,000 --> 00:00:02,500\nIn.\n")).toBe(mended);
});

test("rejects bytes that are not UTF-8", () => {
  expect(() => webVttOf(Buffer.from([0x57, 0x45, 0x42, 0x56, 0x54, 0x54, 0x0a, 0xff, 0xfe]))).toThrow();
});
