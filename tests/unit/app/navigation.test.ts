import { expect, test } from "vitest";
import { type Navigation, type NavigationItem, navigationFor } from "~/lib/navigation";

const outside = (name: string) => `https://www.example.com/${name}`;
const marketing = {
  about: outside("about"),
  workshops: outside("workshops"),
  corporate: outside("corporate"),
  mothers: outside("mothers"),
  birth: outside("birth"),
  contact: outside("contact"),
};

const birth = { menu: "Birth", menuIndex: 1, path: "/birth-recordings", isShown: true };
const stress = { menu: "Stress & Sleep", menuIndex: 0, path: "/stress-recordings", isShown: true };
const collections = [birth, stress];

const nameOf = (item: NavigationItem) =>
  "items" in item ? `${item.label} (${item.items.map((link) => link.label).join(", ")})` : item.label;

const labelsOf = ({ start, end, account }: Navigation) => [
  ...[...start, ...end].map(nameOf),
  ...account.map((link) => link.label),
];

test("shows a visitor every item in the specified order", () => {
  expect(labelsOf(navigationFor({ marketing, pages: [], collections, role: null, from: "/" }))).toEqual([
    "About",
    "Offering (Workshops, Corporate, Mothers, Birth)",
    "Contact",
    "Schedule",
    "Recordings (Stress & Sleep, Birth, Learning Resources)",
    "Sign In",
  ]);
});

test("leaves out pages without an address", () => {
  const none = { about: "", workshops: "", corporate: "", mothers: "", birth: "", contact: "mailto:ada@example.com" };
  const labels = (marketing: typeof none) =>
    navigationFor({ marketing, pages: [], collections, role: null, from: "/" }).start.map(nameOf);
  expect(labels(none)).toEqual(["Contact"]);
  expect(labels({ ...none, birth: outside("birth") })).toEqual(["Offering (Birth)", "Contact"]);
});

test("links the instructor’s own pages, and an outside page about them in place of their own", () => {
  const page = (slug: string, title: string, place: "menu" | "footer" | "none") =>
    ({ slug, title, place, path: `/${slug}` }) as const;
  const pages = [
    page("about", "About", "menu"),
    page("faq", "Questions", "menu"),
    page("terms", "Terms", "footer"),
    page("privacy", "Privacy", "none"),
  ];
  const menuWith = (about: string) =>
    navigationFor({ marketing: { ...marketing, about }, pages, collections, role: null, from: "/" });
  expect(menuWith("").start.slice(0, 2)).toEqual([
    { label: "About", href: "/about" },
    { label: "Questions", href: "/faq" },
  ]);
  expect(menuWith(outside("about")).start.map(nameOf).slice(0, 3)).toEqual([
    "About",
    "Questions",
    "Offering (Workshops, Corporate, Mothers, Birth)",
  ]);
  expect(menuWith(outside("about")).start[0]).toEqual({ label: "About", href: outside("about") });
  expect(menuWith("").footer).toEqual([{ label: "Terms", href: "/terms" }]);
  expect(menuWith("").legal.map(({ label }) => label)).toEqual(["Terms", "Privacy"]);
});

test("leaves out collections without recordings", () => {
  const itemsWith = (filled: typeof collections) =>
    labelsOf(navigationFor({ marketing, pages: [], collections: filled, role: null, from: "/" }))[4];
  expect(itemsWith([birth, { ...stress, isShown: false }])).toBe("Recordings (Birth, Learning Resources)");
  expect(itemsWith([])).toBe("Recordings (Learning Resources)");
});

test("links members to the dashboard, and admins to the Admin area too", () => {
  const lastOf = (role: "member" | "admin") =>
    navigationFor({ marketing, pages: [], collections, role, from: "/" }).account.map((link) => link.label);
  expect(lastOf("member")).toEqual(["Dashboard"]);
  expect(lastOf("admin")).toEqual(["Dashboard", "Admin"]);
});

test("puts everything else that is sold in one menu, and leaves the menu out where nothing is", () => {
  const menuWith = (sold: Record<string, boolean>) =>
    navigationFor({ marketing, pages: [], collections, role: null, from: "/", ...sold }).end.map(nameOf);
  const specified = ["Schedule", "Recordings (Stress & Sleep, Birth, Learning Resources)"];
  expect(menuWith({})).toEqual(specified);
  expect(menuWith({ hasGiftCards: true })).toEqual([...specified, "Prices (Gift Cards)"]);
  const all = { hasMemberships: true, hasPasses: true, hasGiftCards: true, hasOneToOne: true };
  expect(menuWith(all)).toEqual([...specified, "Prices (Memberships, Passes, Gift Cards, One to One)"]);
});

test("offers visitors to join beside signing in, below 768 px", () => {
  const { account } = navigationFor({ marketing, pages: [], collections, role: null, from: "/" });
  expect(account).toEqual([
    { label: "Sign In", href: "/sign-in", inMenu: { label: "Join now", href: "/sign-in?tab=sign-up" } },
  ]);
});
