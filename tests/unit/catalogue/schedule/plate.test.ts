import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { plate, plateCategories, plateCrops, seriesOptions } from "@server/platform/artwork/plate";
import { triads } from "@server/platform/artwork/plate-families";

const id = "7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11";
const other = "0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100";
const digest = (svg: string) => createHash("sha256").update(svg).digest("hex").slice(0, 16);

describe.each(plateCategories)("the plate of %s", (category) => {
  test.each(Object.entries(plateCrops))("fills the %s crop with finite numbers", (_crop, size) => {
    const svg = plate(category, id, size);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>.+<\/svg>$/);
    expect(svg).toContain(`viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="xMidYMid slice"`);
    expect(svg.replace(/#[0-9a-f]{6}/g, "")).not.toMatch(/NaN|Infinity|undefined|null|\de[+-]?\d/);
    expect(svg.match(/<(circle|path)/g)?.length).toBeGreaterThan(8);
  });

  test("is the same for the same id and different for another", () => {
    expect(plate(category, id)).toBe(plate(category, id));
    expect(plate(category, id)).not.toBe(plate(category, other));
  });

  test("is self-contained: closed elements, literal colours, no links and no scripts", () => {
    const svg = plate(category, id);
    const inside = svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
    expect(inside.replace(/<(circle|path) [^<>]*\/>/g, "")).toBe("");
    expect(svg).not.toMatch(/class=|style|var\(|href|url\(|script/);
    expect(
      [...inside.matchAll(/(?:fill|stroke)="([^"]*)"/g)].every(([, colour]) => /^#[0-9a-f]{6}$/.test(colour!)),
    ).toBe(true);
  });
});

test("pictures do not change between versions of the code", () => {
  const digests = Object.fromEntries(plateCategories.map((category) => [category, digest(plate(category, id))]));
  expect(digests).toMatchInlineSnapshot(`
    {
      "birth": "170d71696c841aa1",
      "breathwork": "d3af577ef620c16f",
      "meditation": "7844e1639ac9604d",
      "mothers": "2c30bd65e53e6610",
      "movement": "bcf39e5eb0d03c6c",
      "other": "2d91394fe2ae86a1",
      "postpartum": "695062a7fc2bd128",
      "pregnancy": "170d71696c841aa1",
      "sleep": "ba6d18772ab630f7",
      "workshop": "ca6b102f4a7754c4",
    }
  `);
});

test("each category has its own colours", () => {
  expect(plate("breathwork", id)).toContain(triads.breathwork.ground);
  expect(plate("mothers", id)).toContain(triads.mothers.ground);
  expect(plate("breathwork", id, { triad: "workshop" })).toContain(triads.workshop.ground);
  expect(plate("breathwork", id, { triad: "workshop" })).not.toContain(triads.breathwork.ground);
});

test("the birth disc opens and the moon sets along a series", () => {
  const discRadius = (step: number) =>
    Number(/fill="#c9673f"[^>]* r="([\d.]+)"/.exec(plate("birth", id, { step }))![1]);
  const moonHeight = (step: number) =>
    Number(/fill="#f1dcab"[^>]* cy="([\d.]+)"/.exec(plate("sleep", id, { step }))![1]);
  expect(discRadius(1)).toBeGreaterThan(discRadius(0));
  expect(moonHeight(1)).toBeGreaterThan(moonHeight(0));
});

test("a recording's position in its series sets its colours and step", () => {
  expect(seriesOptions("birth", `${id}_0_8`)).toEqual({ step: 0, triad: "pregnancy" });
  expect(seriesOptions("birth", `${id}_7_8`)).toEqual({ step: 1, triad: "mothers" });
  expect(seriesOptions("sleep", `${id}_2_5`)).toEqual({ step: 0.5, triad: "workshop" });
  expect(seriesOptions("sleep", `${id}_0_1`)).toEqual({ step: 0, triad: "sleep" });
  expect(seriesOptions("birth", `${id}_999_2`)).toEqual({ step: 1, triad: "pregnancy" });
  expect(seriesOptions("birth", id)).toEqual({});
  expect(seriesOptions("breathwork", `${id}_0_8`)).toEqual({});
});
