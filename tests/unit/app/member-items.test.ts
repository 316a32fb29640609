import { expect, test } from "vitest";
import { memberItems } from "~/features/layout/shell-items";

const nothing = { membership: false, passes: false, giftCards: false };

test("lists a member's pages in the specified order, and what they have before their profile", () => {
  const labelsWith = (role: "member" | "admin", own: Partial<typeof nothing> = {}) =>
    memberItems(role, { ...nothing, ...own }).map(({ label }) => label);
  const specified = ["Home", "Full Schedule", "Upcoming Sessions", "Past Sessions", "My Resources"];
  expect(labelsWith("member")).toEqual([...specified, "My Bookings", "Profile"]);
  expect(labelsWith("admin")).toEqual([...specified, "My Bookings", "Admin", "Profile"]);
  expect(labelsWith("member", { membership: true, passes: true, giftCards: true })).toEqual([
    ...specified,
    ...["My Bookings", "My Membership", "My Passes", "My Gift Cards", "Profile"],
  ]);
});
