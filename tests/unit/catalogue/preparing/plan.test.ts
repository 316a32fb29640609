import { expect, test } from "vitest";
import type { MediaFacts, PictureFacts, SoundFacts } from "@server/catalogue/preparing/facts";
import {
  bytesOfVersions,
  deadlineMs,
  frameRateWithin,
  isPictureKept,
  pictureLimits,
  planSteps,
  posterSecondOf,
  sizeWithin,
  type SourceFacts,
} from "@server/catalogue/preparing/plan";
import { makingArguments } from "@server/catalogue/preparing/version-arguments";
import type { VersionName } from "@server/catalogue/preparing/versions";

const picture: PictureFacts = {
  index: 0,
  codec: "h264",
  profile: "High",
  pixelFormat: "yuv420p",
  width: 1920,
  height: 1080,
  framesPerSecond: 25,
  isHdr: false,
  assumedColours: [],
};
const sound: SoundFacts = { index: 1, codec: "aac", profile: "LC", channels: 2 };
/** Ten minutes of 4 Mbit/s. */
const film: MediaFacts = { seconds: 600, bytes: 300_000_000, picture, sound };
const silent: MediaFacts = { ...film, sound: null };
const track: MediaFacts = { seconds: 600, bytes: 9_000_000, picture: null, sound: { ...sound, index: 0 } };
const all: VersionName[] = ["large", "small", "sound", "poster"];

const steps: [string, SourceFacts, VersionName[], string[]][] = [
  ["a video", { video: film, sound: null }, all, ["video: measured, large small sound poster"]],
  ["a silent video", { video: silent, sound: null }, all, ["video: large small poster"]],
  ["a sound", { video: null, sound: track }, ["sound"], ["sound: measured, sound"]],
  [
    "a video with a sound of its own",
    { video: film, sound: track },
    all,
    ["video: measured, large small poster", "sound: measured, sound"],
  ],
  [
    "a silent video with a sound",
    { video: silent, sound: track },
    all,
    ["video: large small poster", "sound: measured, sound"],
  ],
  ["another second of the picture", { video: film, sound: track }, ["poster"], ["video: poster"]],
  ["another sound", { video: film, sound: track }, ["sound"], ["sound: measured, sound"]],
  ["nothing new", { video: film, sound: track }, [], []],
];

test.for(steps)("plans %s", ([, facts, wanted, expected]) => {
  const planned = planSteps(facts, wanted).map(({ source, measures, versions, hasPoster }) => {
    const made = [...versions, ...(hasPoster ? ["poster"] : [])].join(" ");
    return `${source}: ${measures ? "measured, " : ""}${made}`;
  });
  expect(planned).toEqual(expected);
});

const pictures: [string, Partial<PictureFacts>, Partial<MediaFacts>, { large: boolean; small: boolean }][] = [
  ["of 1080p and 4 Mbit/s", {}, {}, { large: true, small: false }],
  ["that stands", { width: 1080, height: 1920 }, {}, { large: true, small: false }],
  ["of 6 Mbit/s", {}, { bytes: 450_000_000 }, { large: false, small: false }],
  ["of 1440p", { width: 2560, height: 1440 }, {}, { large: false, small: false }],
  ["of 360p and 400 kbit/s", { width: 640, height: 360 }, { bytes: 30_000_000 }, { large: true, small: true }],
  ["of 360p and 600 kbit/s", { width: 640, height: 360 }, { bytes: 45_000_000 }, { large: true, small: false }],
  ["of 60 pictures a second", { framesPerSecond: 59.94 }, {}, { large: true, small: false }],
  ["of 120 pictures a second", { framesPerSecond: 120 }, {}, { large: false, small: false }],
  ["in HEVC", { codec: "hevc" }, {}, { large: false, small: false }],
  ["of 10 bits", { pixelFormat: "yuv420p10le" }, {}, { large: false, small: false }],
  ["of an odd size", { width: 641, height: 359 }, {}, { large: false, small: false }],
];

test.for(pictures)("judges a picture %s", ([, change, facts, kept]) => {
  const video = { ...film, ...facts, picture: { ...picture, ...change } };
  const isKept = (name: "large" | "small") => isPictureKept(video, pictureLimits[name]);
  expect({ large: isKept("large"), small: isKept("small") }).toEqual(kept);
});

test.for([
  [3840, 2160, "1920x1080", "640x360"],
  [1920, 1080, "as it is", "640x360"],
  [1440, 1080, "as it is", "480x360"],
  [2160, 3840, "1080x1920", "360x640"],
  [1000, 1000, "as it is", "360x360"],
  [4000, 1000, "1920x480", "640x160"],
  [321, 181, "320x180", "320x180"],
  [640, 360, "as it is", "as it is"],
] as const)("fits %d × %d", ([width, height, large, small]) => {
  const fit = (name: "large" | "small") => {
    const size = sizeWithin({ width, height }, pictureLimits[name]);
    return size ? `${size.width}x${size.height}` : "as it is";
  };
  expect([fit("large"), fit("small")]).toEqual([large, small]);
});

test.for([
  [25, null],
  [30.02, null],
  [50, 25],
  [59.94, 29.97],
  [120, 30],
] as const)("thins out %d pictures a second evenly", ([framesPerSecond, rate]) => {
  expect(frameRateWithin({ ...picture, framesPerSecond }, pictureLimits.small)).toBe(rate);
});

const loud = { integrated: -9, truePeak: -0.5, range: 4, threshold: -19 };
const right = { ...loud, integrated: -17 };

test.for([
  ["takes over all of a file that fits", film, right, "large", ["-c:v copy", "-c:a copy"]],
  ["encodes only a sound that is too loud", film, loud, "large", ["-c:v copy", "-c:a aac", "measured_I=-9"]],
  ["encodes the small one within its limit", film, right, "small", ["-c:v libx264", "-b:a 64000", "-maxrate 411000"]],
  ["encodes the sound", film, right, "sound", ["-c:a aac", "-b:a 96000"]],
] as const)("%s", ([, facts, loudness, version, expected]) => {
  const source = { path: "/data/video/a.mp4", demuxer: "mov", facts };
  const terms = { versions: [version], loudness, canToneMap: true, folder: "/tmp" };
  const args = makingArguments(source, terms).join(" ");
  for (const part of expected) expect(args).toContain(part);
  expect(args).toContain("-protocol_whitelist file -f mov");
  expect(args).not.toContain("tonemap");
  if (version === "large" && loudness === right) expect(args).not.toContain("loudnorm");
});

test("takes the picture from within the video", () => {
  expect(posterSecondOf(film, 90)).toBe(90);
  expect(posterSecondOf({ ...film, seconds: 60 }, 90)).toBe(59.5);
});

test("bounds time and room", () => {
  expect(deadlineMs({ video: film, sound: null }) / 60_000).toBe(110);
  expect(deadlineMs({ video: { ...film, seconds: 86_400 }, sound: null }) / 60_000).toBe(210);
  expect(bytesOfVersions({ video: film, sound: null }, ["large", "small"]) / 1_000_000).toBe(375 + 37.5);
  expect(bytesOfVersions({ video: null, sound: track }, ["sound"]) / 1_000_000).toBe(7.2);
});
