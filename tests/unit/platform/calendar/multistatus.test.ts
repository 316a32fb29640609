import { CalendarReadError } from "@server/platform/calendar/calendar-lines";
import { readMultistatus } from "@server/platform/calendar/multistatus";
import { expect, test } from "vitest";

const answer = (...responses: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses.join("")}</multistatus>`;

const propOf = (content: string) =>
  `<response><href>/a.ics</href><propstat><prop>${content}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`;

const nothing = { etag: null, displayName: null, isCalendar: false, components: [], principal: null, home: null };

test.each([
  [
    "a state and text",
    '<getetag>"1"</getetag><C:calendar-data>A&amp;B &#233;</C:calendar-data>',
    { etag: '"1"', data: "A&B é" },
  ],
  ["text in CDATA", "<C:calendar-data><![CDATA[SUMMARY:a <b> & c]]></C:calendar-data>", { data: "SUMMARY:a <b> & c" }],
  [
    "who has signed in",
    "<current-user-principal><href> /ada/ </href></current-user-principal>",
    { principal: "/ada/" },
  ],
  ["a folder", "<C:calendar-home-set><href>/ada/all/</href></C:calendar-home-set>", { home: "/ada/all/" }],
  [
    "a calendar",
    '<displayname>Work</displayname><resourcetype><collection/><C:calendar/></resourcetype><C:supported-calendar-component-set><C:comp name="VEVENT"/><C:comp name="VTODO"/></C:supported-calendar-component-set>',
    { displayName: "Work", isCalendar: true, components: ["VEVENT", "VTODO"] },
  ],
])("reads %s", (_name, content, values) => {
  expect(readMultistatus(answer(propOf(content)))).toEqual([{ href: "/a.ics", ...nothing, data: null, ...values }]);
});

test("reads each response with any namespace prefixes", () => {
  const xml = answer(propOf("<getetag>1</getetag>"), propOf("<getetag>2</getetag>"))
    .replaceAll(/<(\/?)(?=[a-z])/g, "<$1d:")
    .replace("xmlns=", "xmlns:d=");
  expect(readMultistatus(xml).map(({ etag }) => etag)).toEqual(["1", "2"]);
});

const long = 5 * 1024 * 1024;
const filled = (part: string) => part.repeat(Math.floor(long / part.length));
const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>';

test.each<[name: string, xml: string, found: number | null]>([
  ["a page", "<!doctype html><html></html>", null],
  ["nothing", "", null],
  ["an answer that breaks off", "<multistatus><response>", null],
  ["another document", "<error xmlns='DAV:'/>", null],
  ["entities that multiply", `${bomb}<multistatus>&b;</multistatus>`, null],
  ["an element that never ends its name", filled("<calendar-data "), null],
  ["elements that never end", answer(filled("<calendar-data>")), null],
  ["CDATA that never ends", answer(propOf(filled("<![CDATA["))), null],
  ["CDATA within itself", answer(propOf(`<C:calendar-data>${filled("<![CDATA[")}]]></C:calendar-data>`)), 1],
  ["a comment that never ends", answer(filled("<!-- ")), null],
  ["an attribute without an end", answer(`<response a="${filled("x")}`), null],
  [
    "thousands of attributes",
    answer(`<response ${Array.from({ length: 300_000 }, (_, i) => `a${i}="1"`).join(" ")}/>`),
    null,
  ],
  ["nesting without an end", answer(filled("<response>")), null],
  ["empty elements", answer(filled("<response/>")), null],
  ["characters by number", answer(propOf(`<C:calendar-data>${filled("&#65;")}</C:calendar-data>`)), 1],
  ["an entity without an end", answer(propOf(`<C:calendar-data>&${filled("a")}</C:calendar-data>`)), null],
  ["one text", answer(propOf(`<C:calendar-data>${filled("x")}</C:calendar-data>`)), 1],
  ["closing brackets", answer(propOf(`<C:calendar-data><![CDATA[${filled("]")}]]></C:calendar-data>`)), 1],
])("ends with %s", (_name, xml, found) => {
  const begin = process.cpuUsage();
  const read = () => readMultistatus(xml).length;
  if (found === null) expect(read).toThrow(CalendarReadError);
  else expect(read()).toBe(found);
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1000).toBeLessThan(3000);
});
