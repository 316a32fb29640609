import { expect, test } from "vitest";
import { flatten, type Navigation, navigationFor } from "~/lib/navigation";

const outside = (name: string) => `https://www.example.com/${name}`;
const marketing = {
  about: outside("about"),
  workshops: outside("workshops"),
  corporate: outside("corporate"),
  mothers: outside("mothers"),
  birth: outside("birth"),
  contact: outside("contact"),
};

const labelsOf = ({ start, end, account }: Navigation) => [
  ...[...start, ...end].map((item) =>
    "items" in item ? `${item.label} (${item.items.map((link) => link.label).join(", ")})` : item.label,
  ),
  ...account.map((link) => link.label),
];

test("a visitor sees every item, in the order of the specification", () => {
  expect(labelsOf(navigationFor({ marketing, role: null, from: "/" }))).toEqual([
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
    navigationFor({ marketing, role, from: "/" }).account.map((link) => link.label);
  expect(lastOf("member")).toEqual(["Dashboard"]);
  expect(lastOf("admin")).toEqual(["Dashboard", "Admin"]);
});

test("the full-screen menu parts the site's own pages from the outside ones, and asks to join", () => {
  const navigation = navigationFor({ marketing, role: null, from: "/" });
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
