import { nearestName, withLook } from "@server/platform/calendar/calendar-look";
import { writeFeed } from "@server/platform/calendar/calendar-file";
import ICAL from "ical.js";
import { expect, test } from "vitest";

const calendar = writeFeed({ name: "Breathroom", events: [] });
const logo = { fileId: "7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11", path: "/media/images/a.png", width: 9, height: 9 };

test.each([
  ["#7a2e8e", "purple"],
  ["#1b4a42", "darkslategray"],
  ["#9e4526", "sienna"],
  ["#0000ff", "blue"],
  ["#000000", "black"],
])("the name nearest to %s is %s", (colour, name) => {
  expect(nearestName(colour)).toBe(name);
});

test("a calendar has the accent and the logo, in lines of 75 octets", () => {
  const siteUrl = `https://${"a".repeat(60)}.example`;
  const text = withLook(calendar, { accent: "#7a2e8e", logo }, siteUrl);
  expect(Math.max(...text.split("\r\n").map(({ length }) => length))).toBeLessThanOrEqual(75);
  const parsed = ICAL.Component.fromString(text);
  const shown = ["color", "x-apple-calendar-color", "image"].map((name) => parsed.getFirstPropertyValue(name));
  expect(shown.map(String)).toEqual(["purple", "#7A2E8E", `${siteUrl}/media/logo`]);
});

test("a calendar of the site's own look stays as it is", () => {
  expect(withLook(calendar, { accent: null, logo: null }, "https://breathroom.example")).toBe(calendar);
});
