import { describe, expect, test } from "vitest";
import { typedProps } from "@server/platform/mail/typed-text";
import { renderMail, subjectOf, type TemplateName, templates } from "@server/platform/mail/templates";

const names = Object.keys(templates) as TemplateName[];

/** Returns the paths of all texts in a mail's props, without those of the site and the session. */
function pathsIn(value: unknown, path = ""): string[] {
  if (typeof value === "string") return [path];
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, path ? `${path}.${name}` : name));
}

/** Texts that the site or the instructor has written; addresses are checked where they are typed. */
const ours = new Set(
  `amount arrival balance before before.when before.where bookings.place bookings.title bookings.when booked card change changedAt code
  courses.dates courses.title date dates device devices dueBy endedAt endedFrom event fraud grantedAt headline host inLine kind
  item lastDay listPrice membership name note paid.amount paid.discount paragraphs pass pass.balance pass.terms
  passes.balance passes.title places places.before places.now reason receivedAt recordings.title reference refunded
  returned.byCard series stage subject terms text title todo until until.date until.time until.zone validFor waiver.on
  waiver.text what whatToBring why words.bought words.kind words.open words.openForLife words.openNow words.see
  words.use`.split(/\s+/),
);
const isOurs = (path: string) => ours.has(path) || /^(site|session)\./.test(path) || /(email|url)$/i.test(path);

/** Texts that customers have typed in whichever mail has them. */
const alwaysTyped = ["firstName", "giver", "words", "contract", "leaveReason", "ticket", "tickets"];
const isTyped = (path: string) =>
  alwaysTyped.includes(path) || /^(attendee|buyer|customer|member|who)\.name$/.test(path);

const hostile = [
  "https://evil.example/x",
  "evil.example",
  "www.evil.example/a?b=c",
  "mailto:pay@evil.example",
  "//evil.example",
  "evil1.2evil.example:8080/x",
  "ｗｗｗ．evil。example",
];

function withText(value: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return Array.isArray(value) ? [text] : text;
  const inner = (value ?? {}) as Record<string, unknown>;
  return { ...inner, [name]: withText(inner[name], rest, text) };
}

/** What mail programs make a link of: a scheme, an address with @, or a name with a dot before letters. */
const linkable = /evil\d?[.。．｡](?=[a-z])|https?:\/\/\S*evil|@[\w.]*evil|:\d{4}\/x/u;

test("names for every mail the texts that customers have typed", () => {
  expect(Object.keys(typedProps).sort()).toEqual([...names].sort());
});

describe.each(names)("%s", (name) => {
  const { example } = templates[name];
  const typed: readonly string[] = typedProps[name];
  const paths = pathsIn(example);

  test("names the author of every text of a mail", () => {
    expect(typed.filter((path) => !paths.includes(path))).toEqual([]);
    expect(paths.filter((path) => isTyped(path) && !typed.includes(path))).toEqual([]);
    expect(paths.filter((path) => !isTyped(path) && !typed.includes(path) && !isOurs(path))).toEqual([]);
  });

  test.each(hostile)("makes no link of %s in what a customer has typed", (text) => {
    const before = renderMail(name, example).html.match(/href="[^"]*"/g);
    for (const path of typed) {
      const props = withText(example, path.split("."), `Ann ${text} now`);
      const { html, text: plain } = renderMail(name, props as object);
      expect([path, linkable.exec(subjectOf(name, props as object))]).toEqual([path, null]);
      expect([path, linkable.exec(html)]).toEqual([path, null]);
      expect([path, linkable.exec(plain)]).toEqual([path, null]);
      expect(html.match(/href="[^"]*"/g)).toEqual(before);
    }
  });
});

test("leaves amounts, times, dates and names as they were typed", () => {
  const tickets = ["J. Smith (Supporter, £30.00)", "Anne-Marie O’Neill at 7:30 PM, 1.12.2026"];
  const { text } = renderMail("booking-confirmation", { ...templates["booking-confirmation"].example, tickets });
  for (const ticket of tickets) expect(text).toContain(ticket);
});
