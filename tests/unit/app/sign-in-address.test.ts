import { expect, test } from "vitest";
import { destinationOf, homeOf, signInAddress, tabOf, withReturn } from "~/lib/sign-in-address";

const collections = [
  { slug: "empty", path: "/collections/empty", isShown: false },
  { slug: "birth", path: "/birth-recordings", isShown: true },
  { slug: "stress", path: "/stress-recordings", isShown: true },
];

const query = (text: string) => new URLSearchParams(text);

test.each([
  ["", null, null],
  ["", "/sessions/1?from=mail", "/sessions/1?from=mail"],
  ["purchase=true", null, "/birth-recordings?purchase=true"],
  ["purchase=true&type=birth", null, "/birth-recordings?purchase=true"],
  ["purchase=true&type=stress", null, "/stress-recordings?purchase=true"],
  ["purchase=true&type=stress", "/dashboard/settings", "/stress-recordings?purchase=true"],
  ["purchase=true&type=deleted", null, "/dashboard/resources"],
  ["purchase=false&type=stress", null, null],
  ["confirmed=true&type=stress", null, "/stress-recordings"],
  ["confirmed=true&type=birth", null, "/birth-recordings"],
  ["confirmed=true&type=yoga", null, "/dashboard/resources"],
  ["confirmed=true", null, "/dashboard/resources"],
  ["confirmed=true&type=birth", "/birth-recordings/3", "/birth-recordings/3"],
  ["type=stress", null, null],
])("with ?%s and %s to return to, signing in leads to %s", (text, returnTo, destination) => {
  expect(destinationOf(query(text), returnTo, collections)).toBe(destination);
});

test("leads an admin to the back office and everyone else to the dashboard if no address was asked for", () => {
  expect((["admin", "member", undefined] as const).map(homeOf)).toEqual(["/admin", "/dashboard", "/dashboard"]);
});

test("keeps the visitor's parameters between tabs and drops the screen's own", () => {
  const came = "tab=sign-up&created=1&sent=1&confirmed=true&email=a%40example.com&firstName=A&lastName=B&type=birth";
  expect(signInAddress(query(`${came}&purchase=true&returnTo=%2Fx&other=1`), { tab: "reset-password" })).toBe(
    "/sign-in?tab=reset-password&confirmed=true&email=a%40example.com&firstName=A&lastName=B&type=birth&purchase=true&returnTo=%2Fx",
  );
  expect(signInAddress(query("tab=sign-up"))).toBe("/sign-in");
});

test("opens the first tab for an unknown one", () => {
  expect(
    ["", "tab=sign-in", "tab=nowhere", "tab=sign-up", "tab=reset-password"].map((text) => tabOf(query(text))),
  ).toEqual(["sign-in", "sign-in", "sign-in", "sign-up", "reset-password"]);
});

test("leaves out a return to the dashboard", () => {
  expect([withReturn("/sign-in", "/dashboard"), withReturn("/sign-in", null)]).toEqual(["/sign-in", "/sign-in"]);
  expect(withReturn("/sign-in/code", "/admin?x=1&y=2")).toBe("/sign-in/code?returnTo=%2Fadmin%3Fx%3D1%26y%3D2");
});
