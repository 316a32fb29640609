import { expect, test } from "vitest";
import { refuseTooLarge, type MediaKind } from "@server/platform/media/media-kinds";

const mb = 1024 * 1024;
function refusalOf(kind: MediaKind, bytes: number, maxVideoMb = 100): string | null {
  try {
    refuseTooLarge({ maxVideoMb }, kind, bytes);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test("accepts files up to the limit, to the byte", () => {
  expect(refusalOf("image", 10 * mb)).toBeNull();
  expect(refusalOf("video", 100 * mb)).toBeNull();
  expect(refusalOf("captions", mb)).toBeNull();
});

test("states a size above the limit, not rounded up", () => {
  expect(refusalOf("image", 12.34 * mb)).toBe(
    "File size exceeds the maximum allowed size of 10MB. Your file is 12.3 MB.",
  );
  expect(refusalOf("video", 100 * mb + 1)).toBe(
    "File size exceeds the maximum allowed size of 100MB. Your file is 100.000001 MB.",
  );
  expect(refusalOf("image", 10.004 * mb)).toBe(
    "File size exceeds the maximum allowed size of 10MB. Your file is 10.004 MB.",
  );
  expect(refusalOf("video", 250 * mb)).toBe(
    "File size exceeds the maximum allowed size of 100MB. Your file is 250 MB.",
  );
});

test("the setting raises the limit for videos, not for images", () => {
  expect(refusalOf("video", 250 * mb, 300)).toBeNull();
  expect(refusalOf("image", 11 * mb, 300)).toContain("10MB");
});

test("counts bytes beyond 32 bits", () => {
  expect(refusalOf("video", 4096 * mb, 4096)).toBeNull();
  expect(refusalOf("video", 4096 * mb + 1, 4096)).toBe(
    "File size exceeds the maximum allowed size of 4096MB. Your file is 4096.000001 MB.",
  );
});
