import { describe, expect, test } from "vitest";
import { exampleSession } from "@emails/parts/examples";
import type { SessionFacts } from "@emails/parts/props";
import { renderMail, subjectOf, type TemplateName, templates } from "@server/platform/mail/templates";

const adminCancelled = templates["admin-booking-cancelled"].example;
const newBooking = templates["admin-new-booking"].example;
const ticketCancelled = templates["admin-ticket-cancelled"].example;
const cancelled = templates["booking-cancelled"].example;
const confirmation = templates["booking-confirmation"].example;
const refunded = templates["booking-refunded"].example;
const lateRefund = templates["late-payment-refunded"].example;

const names = Object.keys(templates) as TemplateName[];

/** Returns the session's facts in a mail's props, or null. */
function sessionIn(example: object): SessionFacts | null {
  return "session" in example ? (example.session as SessionFacts) : null;
}

/** Every piece of text in a template's props. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns a mail's text without tags. */
const visible = (html: string) =>
  html
    .replace(/^.*<body/s, "<body")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");

describe.each(names)("%s", (name) => {
  const { example } = templates[name];
  const { html, text } = renderMail(name, example);
  const shown = visible(html);

  test("prints every fact, as HTML and as plain text", () => {
    const session = sessionIn(example);
    const { site, words, ...facts } = { words: null, ...example, session: null };
    const texts = [session?.title, session?.category, ...textsIn(session?.when), ...textsIn(facts), site.name];
    const printed = texts.filter((fact) => fact != null && fact !== "place_released" && !fact.startsWith("https:"));
    for (const fact of printed) {
      expect(shown).toContain(fact);
      expect(text).toContain(fact);
    }
    // Of the words for what was bought, each letter says some.
    if (words) expect(textsIn(words).some((word) => text.includes(word))).toBe(true);
    if (session) expect(shown).toMatch(/1\s+Dec\s+2026/);
  });

  test("prints no missing or unformatted value", () => {
    expect(text).not.toMatch(/undefined|null|NaN|\[object|place_released/);
    expect(shown).not.toMatch(/undefined|null|NaN|\[object|place_released/);
  });

  test("declares its language and title, and marks layout tables as presentation", () => {
    expect(html).toMatch(/<html[^>]* lang="en"/);
    expect(html).toContain(`<title>${subjectOf(name, example)}</title>`);
    const tables = html.match(/<table[^>]*>/g)!;
    expect(tables.length).toBeGreaterThan(2);
    expect(tables.filter((table) => !table.includes('role="presentation"'))).toEqual([]);
    expect(html).not.toContain("<img");
  });

  test("has a dark colour for each of its colours", () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    const dark = /@media \(prefers-color-scheme: dark\)[^<]*/.exec(html)![0];
    const used = [...html.matchAll(/ style="([^"]*)"/g)].flatMap(
      ([, style]) => style!.match(/#[0-9a-f]{3,8}\b/g) ?? [],
    );
    expect(used.length).toBeGreaterThan(5);
    for (const colour of new Set(used)) expect(dark).toContain(`color\\:\\${colour}]`);
  });

  test("every link is an absolute https address and is in the plain text too", () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThanOrEqual(2);
    for (const link of links) {
      expect(link).toMatch(/^https:\/\//);
      expect(text).toContain(link);
    }
  });

  test("ends with the link to unsubscribe that an announcement has", () => {
    const unsubscribeUrl = "https://breathroom.example/unsubscribe/1?key=2";
    const announcement = renderMail(name, { ...example, unsubscribeUrl });
    const ended = name === "recordings-opened" ? "emails about this collection" : "announcements";
    expect(announcement.text).toContain(`Unsubscribe from ${ended} ${unsubscribeUrl}`);
  });

  test("does not let a name or a title break out of its place", () => {
    const hostile = `<img src=x onerror="alert(1)">`;
    const title = `${hostile}</title>`;
    const given = sessionIn(example);
    const session = given && { ...given, title, category: hostile, where: [hostile, hostile] };
    const attendee = { name: hostile, email: `"${hostile}"@example.com` };
    const typed = { attendee, firstName: hostile, whatToBring: [hostile], reference: hostile, device: hostile };
    const site = { ...example.site, name: title };
    const mail = renderMail(name, { ...example, ...typed, site, session });
    expect(mail.html).not.toContain("<img");
    expect(mail.html.match(/<\/title>/g)).toHaveLength(1);
    expect(mail.html).toContain("&lt;img");
  });
});

test("keeps multi-byte text intact, which React's streaming renderers break at the ends of their chunks", () => {
  const paragraphs = Array.from({ length: 100 }, (_, index) => "小".repeat(index + 1));
  const { html, text } = renderMail("newsletter", { ...templates.newsletter.example, paragraphs });
  expect(html + text).not.toContain("\0");
  for (const paragraph of paragraphs) expect(html).toContain(`>${paragraph}</p>`);
});

describe("the booking confirmation", () => {
  test("has the joining link and the discount", () => {
    const { html, text } = renderMail("booking-confirmation", confirmation);
    expect(html).toContain(`href="${confirmation.joinUrl}"`);
    expect(text).toMatch(/^When +Tuesday, December 1, 2026\n +7:30 PM GMT, 1h 30min$/m);
    expect(text).toMatch(/^Paid +£14\.40 \(20% off with WINTER20\)$/m);
  });

  test("gives an on-site session's address and no joining link", () => {
    const where = ["The Weavers’ Room", "14 Lamb Lane", "London, E8 3PN"];
    const onSite = { ...confirmation, isOnline: false, joinUrl: null, session: { ...confirmation.session, where } };
    const { html, text } = renderMail("booking-confirmation", onSite);
    expect(text).toMatch(/^Where +The Weavers’ Room\n +14 Lamb Lane\n +London, E8 3PN$/m);
    expect(html).not.toMatch(/\/join\/|Join the session/);
    expect(text).toContain(`View your booking ${confirmation.bookingUrl}`);
  });

  test("repeats until when it can be cancelled", () => {
    const { text } = renderMail("booking-confirmation", confirmation);
    expect(text).toContain("Can’t make it? Free cancellation of any ticket until Mon 30 Nov, 7:30 PM GMT.");
  });

  test("does not mention cancelling where no terms are known", () => {
    const { text } = renderMail("booking-confirmation", { ...confirmation, terms: null });
    expect(text).toContain("Can’t make it? Your booking shows what you can do.");
    expect(text).not.toContain("cancel");
  });

  test("promises a joining link when an online session has none yet", () => {
    const { text } = renderMail("booking-confirmation", { ...confirmation, joinUrl: null });
    expect(text).toContain("I’ll send you the joining link before we start.");
    expect(text).toContain("Here is what you have booked.");
  });

  test("leaves out empty facts", () => {
    const bare = { ...confirmation, whatToBring: [], paid: { amount: "Free", discount: null } };
    const { text } = renderMail("booking-confirmation", bare);
    expect(text).toMatch(/^Paid +Free$/m);
    expect(text).not.toMatch(/^Bring|\(/m);
  });

  test.each(["http://bad.example", "bad.example", "Win at www.bad.example now", "x".repeat(41), "a\nb", " "])(
    "does not greet with %j as a name",
    (firstName) => {
      const { html, text } = renderMail("booking-confirmation", { ...confirmation, firstName });
      expect(text).toContain("Thank you. Here is everything");
      expect(html).not.toContain("bad.example");
    },
  );

  test.each(["Anne-Marie", "Zoë", "J.", "José Luis", "O’Neill", "小明"])("greets %s by name", (firstName) => {
    const { text } = renderMail("booking-confirmation", { ...confirmation, firstName });
    expect(text).toContain(`Thank you, ${firstName}. Here is everything`);
  });
});

const sayingWhere = names.filter((name) => {
  const { example } = templates[name];
  return sessionIn(example) && /^Where /m.test(renderMail(name, example).text);
});

test.each(sayingWhere)("%s links the street address to a map, as HTML and as plain text", (name) => {
  const mapUrl = "https://www.google.com/maps/search/?api=1&query=14%20Lamb%20Lane%2C%20London%2C%20E8%203PN";
  const where = ["The Weavers’ Room", "14 Lamb Lane", "London, E8 3PN"];
  const onSite = { ...templates[name].example, session: { ...exampleSession, where, mapUrl } };
  const { html, text } = renderMail(name, onSite);
  expect(html).toContain(`href="${mapUrl.replace("&", "&amp;")}"`);
  expect(text).toMatch(/^ +London, E8 3PN\n +Show on a map https:\/\/www\.google\.com\/maps\/search\/\S+E8%203PN$/m);
  expect(renderMail(name, templates[name].example).text).not.toContain("Show on a map");
});

test("tells the instructor how many places are taken", () => {
  const { text } = renderMail("admin-new-booking", { ...newBooking, places: "12" });
  expect(text).toMatch(/^Places +12 taken$/m);
});

test.each([
  ["place_released", "after your place had been released"],
  ["session_begun", "after the session had started"],
  ["session_cancelled", "after the session had been cancelled"],
  ["paid_already", "You paid twice"],
] as const)("explains a late payment (%s)", (reason, words) => {
  const { text } = renderMail("late-payment-refunded", { ...lateRefund, reason });
  expect(text).toContain(words);
  expect(text).toContain("The full £18.00 is on its way back");
});

test.each([
  ["booking_cancelled", "after your booking had been cancelled"],
  ["code_used", "your one-time discount code had been used"],
] as const)("explains a late payment (%s) that follows a cancelled booking or a used code", (reason, words) => {
  expect(renderMail("late-payment-refunded", { ...lateRefund, reason }).text).toContain(words);
});

describe("a cancelled booking", () => {
  test.each([
    [{ byCard: "£14.40", byHand: null }, "The full £14.40 is on its way back to you"],
    [{ byCard: "£9.40", byHand: null, isRest: true }, "The remaining £9.40 is on its way back to you"],
    [{ byCard: null, byHand: "£18.00" }, "You paid £18.00 outside this site, so I’ll return it to you myself."],
    [{ byCard: null, byHand: null, nothing: "unpaid" as const }, "There is nothing to pay."],
  ])("says what happens to the money: %j", (returned, words) => {
    expect(renderMail("booking-cancelled", { ...cancelled, returned }).text).toContain(words);
  });

  test("tells the instructor what to refund outside Stripe", () => {
    const { text } = renderMail("admin-booking-cancelled", {
      ...adminCancelled,
      returned: { byCard: null, byHand: "£18.00" },
    });
    expect(text).toContain("They paid £18.00 outside Stripe: please refund it yourself.");
    expect(text).toMatch(/^To refund +£18.00 by you$/m);
  });

  test.each([
    [{}, "Nothing had been paid."],
    [{ wasPaid: true }, "Nothing more is refunded."],
    [{ wasPaid: true, isKept: true }, "Nothing is refunded: you keep the payment."],
  ])("tells the instructor why nothing is refunded: %j", (facts, words) => {
    const props = { ...adminCancelled, returned: { byCard: null, byHand: null }, ...facts };
    const { text } = renderMail("admin-booking-cancelled", props);
    expect(text).toContain(`Hannah Okafor’s booking is cancelled, and the place is free again. ${words}`);
  });

  test("says that the instructor keeps a cancelled ticket's share", () => {
    const kept = { ...ticketCancelled, returned: { byCard: null, byHand: null }, isKept: true };
    const { text } = renderMail("admin-ticket-cancelled", kept);
    expect(text).toContain("its place is free again. Nothing is refunded: you keep its share of the payment.");
    expect(renderMail("admin-ticket-cancelled", { ...kept, isKept: false }).text).toContain(
      "There is nothing to refund.",
    );
  });

  test("mentions a refund made at Stripe", () => {
    const props = { ...adminCancelled, isByRefund: true, returned: { byCard: null, byHand: null } };
    expect(renderMail("admin-booking-cancelled", props).text).toContain("was refunded at Stripe");
  });
});

test.each([
  [{ isInFull: true, isPlaceGone: false }, "in full", "part of what"],
  [{ isInFull: true, isRest: true, isPlaceGone: false }, "£14.40 the rest", "in full"],
  [{ isInFull: false, isPlaceGone: false }, "This is part of what you paid.", "given back"],
  [{ isInFull: true, isPlaceGone: true }, "your place has been released", "part of what"],
])("a refund mail says whether it is in full or in part: %j", (facts, words, others) => {
  const { text } = renderMail("booking-refunded", { ...refunded, ...facts });
  expect(text).toContain(words);
  expect(text).not.toContain(others);
});

test("throws for an unknown template", () => {
  expect(() => renderMail("toString", confirmation)).toThrow('no mail template "toString"');
});
