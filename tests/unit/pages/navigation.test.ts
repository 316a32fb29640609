import { expect, test } from "vitest";
import { flatten, navigationFor, type Navigation } from "~/lib/navigation";

const outside = (name: string) => `https://www.example.com/${name}`;
const marketing = {
  about: outside("about"),
  workshops: outside("workshops"),
  corporate: outside("corporate"),
  mothers: outside("mothers"),
  birth: outside("birth"),
  contact: outside("contact"),
};
const everywhere = () => true;

const labelsOf = ({ start, end, account }: Navigation) => [
  ...[...start, ...end].map((item) =>
    "items" in item ? `${item.label} (${item.items.map((link) => link.label).join(", ")})` : item.label,
  ),
  ...account.map((link) => link.label),
];

test("a visitor sees every item, in the order of the specification", () => {
  expect(labelsOf(navigationFor({ marketing, role: null, hasPage: everywhere, from: "/" }))).toEqual([
    "About",
    "Offering (Workshops, Corporate, Mothers, Birth)",
    "Contact",
    "Schedule",
    "Recordings (Stress & Sleep, Birth)",
    "Sign In",
  ]);
});

test("members have their dashboard, and the admin the Admin area too", () => {
  const lastOf = (role: "member" | "admin") =>
    navigationFor({ marketing, role, hasPage: everywhere, from: "/" }).account.map((link) => link.label);
  expect(lastOf("member")).toEqual(["Dashboard"]);
  expect(lastOf("admin")).toEqual(["Dashboard", "Admin"]);
});

test("pages that the site does not have are left out, and so is a menu without any", () => {
  const onlySchedule = navigationFor({ marketing, role: null, hasPage: (path) => path === "/", from: "/" });
  expect(labelsOf(onlySchedule)).toEqual([
    "About",
    "Offering (Workshops, Corporate, Mothers, Birth)",
    "Contact",
    "Schedule",
  ]);
  const withBirth = navigationFor({
    marketing,
    role: null,
    hasPage: (path) => path === "/birth-recordings",
    from: "/",
  });
  expect(labelsOf(withBirth)).toContain("Recordings (Birth)");
});

test("the full-screen menu parts the site's own pages from the outside ones, and asks to join", () => {
  const navigation = navigationFor({ marketing, role: null, hasPage: everywhere, from: "/" });
  const { inside, outside: elsewhere } = flatten(navigation);
  expect(inside.map((link) => link.label)).toEqual(["Schedule", "Stress & Sleep", "Birth"]);
  expect(elsewhere.map((link) => link.label)).toEqual([
    "About",
    "Workshops",
    "Corporate",
    "Mothers",
    "Birth",
    "Contact",
  ]);
  expect(navigation.account[0]?.inMenu).toEqual({ label: "Join now", href: "/sign-in?tab=sign-up" });
});
