import { pictureWidths } from "@server/platform/media/renditions";
import { expect, test } from "vitest";
import { preloadOf, sourcesOf } from "~/lib/picture-sources";

const id = "0fd59e0a-6c6a-4c4e-9d5a-0a5a35a3f6b1";

test.each([
  [`/media/images/${id}.jpg`, `/media/images/${id}-480.webp 480w`],
  [`/media/images/${id}.png`, `/media/images/${id}-480.webp 480w`],
  [`/media/recordings/${id}/poster?v=0fd59e0a`, `/media/recordings/${id}/poster?v=0fd59e0a&size=480.webp 480w`],
  ["/media/collections/birth/picture?v=0fd59e0a", "/media/collections/birth/picture?v=0fd59e0a&size=480.webp 480w"],
])("offers %s in each width that the server keeps", (src, first) => {
  const { webp, jpeg } = sourcesOf(src) ?? { webp: "", jpeg: "" };
  expect(webp.split(", ")[0]).toBe(first);
  for (const list of [webp, jpeg]) {
    expect(list.split(", ").map((source) => source.split(" ")[1])).toEqual(pictureWidths.map((width) => `${width}w`));
  }
  expect(jpeg).toBe(webp.replaceAll(".webp", ".jpg"));
});

test("leaves drawings and pictures of other sites as they are", () => {
  for (const src of ["/plates/breathwork/row/a.svg", "https://pictures.example/a.jpg"]) {
    expect(sourcesOf(src)).toBeNull();
    expect(preloadOf(src, "100vw")).toMatchObject({ href: src });
  }
});
