import { expect, test } from "vitest";
import { isOff, levellingFilter, readLoudness } from "@server/catalogue/preparing/loudness";
import { readFacts } from "@server/catalogue/preparing/probe";

const video = {
  index: 0,
  codec_type: "video",
  codec_name: "h264",
  profile: "High",
  pix_fmt: "yuv420p",
  width: 1920,
  height: 1080,
  avg_frame_rate: "30000/1001",
};
const audio = { index: 1, codec_type: "audio", codec_name: "aac", profile: "LC", channels: 2 };
const cover = { ...video, index: 2, codec_name: "mjpeg", disposition: { attached_pic: 1 } };

type Answer = { duration?: string; streams?: object[] };

const answer = ({ duration = "12.5", streams = [video, audio] }: Answer) =>
  JSON.stringify({ format: { duration, size: "1000" }, streams });

test("reads a video", () => {
  expect(readFacts(answer({}), "video")).toEqual({
    seconds: 12.5,
    bytes: 1000,
    picture: {
      index: 0,
      codec: "h264",
      profile: "High",
      pixelFormat: "yuv420p",
      width: 1920,
      height: 1080,
      framesPerSecond: 30000 / 1001,
      isHdr: false,
      assumedColours: ["colorspace=bt2020nc", "color_primaries=bt2020"],
    },
    sound: { index: 1, codec: "aac", profile: "LC", channels: 2 },
  });
});

test.for([
  ["turned", { side_data_list: [{}, { rotation: -90 }] }, [1080, 1920]],
  ["upside down", { side_data_list: [{ rotation: 180 }] }, [1920, 1080]],
  ["of wide pixels", { width: 1440, sample_aspect_ratio: "4:3" }, [1920, 1080]],
  ["of pixels of no size", { sample_aspect_ratio: "0:1" }, [1920, 1080]],
] as const)("knows how large a picture is shown that is %s", ([, change, size]) => {
  const { picture } = readFacts(answer({ streams: [{ ...video, ...change }] }), "video");
  expect([picture?.width, picture?.height]).toEqual(size);
});

test("knows a cover from a video", () => {
  expect(readFacts(answer({ streams: [audio, cover] }), "sound").picture).toBeNull();
  expect(() => readFacts(answer({ streams: [audio, cover] }), "video")).toThrow("upload it as the recording’s sound");
});

test.for([
  ["without a length", answer({ duration: "N/A" }), "does not say how long it is"],
  ["of no length", answer({ duration: "0.000" }), "does not say how long it is"],
  ["of two days", answer({ duration: "172800" }), "longer than a day"],
  ["of one pixel's width", answer({ streams: [{ ...video, width: 1, height: 1_000_000 }] }), "1 × 1,000,000 pixels"],
  ["of too many pixels", answer({ streams: [{ ...video, width: 8000, height: 8000 }] }), "8,000 × 8,000 pixels"],
  ["without a picture", answer({ streams: [] }), "There is no picture in this video"],
  ["that is no answer", "{", "can’t be read"],
  ["with another shape", JSON.stringify({ streams: "all" }), "can’t be read"],
] as const)("refuses a file %s", ([, text, refusal]) => {
  expect(() => readFacts(text, "video")).toThrow(refusal);
});

test("refuses a sound without one", () => {
  expect(() => readFacts(answer({ streams: [video] }), "sound")).toThrow("There is no sound in this file");
});

const report = (integrated: string) => `[Parsed_ebur128_0 @ 0x558336efbd00] Summary:

  Integrated loudness:
    I:         ${integrated} LUFS
    Threshold: -31.8 LUFS

  Loudness range:
    LRA:         2.1 LU
    Threshold: -41.8 LUFS
    LRA low:   -21.8 LUFS
    LRA high:  -19.7 LUFS

  True peak:
    Peak:       ${integrated === "-70.0" ? "-inf" : "-3.1"} dBFS
`;

test("reads what a first pass has measured", () => {
  const loudness = readLoudness(report("-21.3"));
  expect(loudness).toEqual({ integrated: -21.3, threshold: -31.8, range: 2.1, truePeak: -3.1 });
  expect(loudness && levellingFilter(loudness)).toBe(
    "loudnorm=I=-16:TP=-1.5:LRA=11:measured_I=-21.3:measured_TP=-3.1:measured_LRA=2.1:measured_thresh=-31.8:linear=true",
  );
  expect(readLoudness("")).toBeNull();
});

test.for([
  ["-21.30", true],
  ["-18.1", true],
  ["-17.9", false],
  ["-14.1", false],
  ["-13.2", true],
  ["-70.0", false],
] as const)("judges a loudness of %s", ([integrated, isToBeChanged]) => {
  expect(isOff(readLoudness(report(integrated)))).toBe(isToBeChanged);
});

test("takes the film, not a still that stands before it", () => {
  const still = { ...cover, index: 0, disposition: {} };
  const film = { ...video, index: 1, color_transfer: "smpte2084", color_space: "bt2020nc", color_primaries: "unknown" };
  expect(readFacts(answer({ streams: [still, film] }), "video").picture).toMatchObject({
    index: 1,
    isHdr: true,
    assumedColours: ["color_primaries=bt2020"],
  });
  expect(readFacts(answer({ streams: [still] }), "video").picture).toMatchObject({ index: 0, codec: "mjpeg" });
});
