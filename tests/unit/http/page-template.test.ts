import { expect, test } from "vitest";
import { cutTemplate, fillTemplate } from "@server/http/finished/page-template";

const marks = { firstName: "m0first0", note: "m1note1", nonce: "m2nonce2" };
const { firstName, note, nonce } = marks;

const enqueued = (data: string) => `window.__remixContext.streamController.enqueue(${JSON.stringify(`${data}\n`)});`;

/** As React and Remix write a form and its data. */
const pageWith = (more = "") =>
  `<html><body><input type="text" value="${firstName}"/><textarea>${note}</textarea>${more}
<script nonce="${nonce}">${enqueued(JSON.stringify(["firstName", firstName, note]))}</script></body></html>`;

const typed = {
  firstName: `</script><script>alert("1")</script> O'Neil & $& \\ \u2028`,
  note: `</textarea><b>"two"</b>\r\nlines ${firstName} ${nonce}`,
  nonce: "a+b/c==",
};

const filled = () => fillTemplate(cutTemplate(pageWith(), marks, "page"), typed).toString();

/** Returns what the browser would read from the page's data. */
const dataIn = (page: string): unknown => {
  const [, argument = ""] = /enqueue\((.*)\);/.exec(page) ?? [];
  return JSON.parse(JSON.parse(argument) as string);
};

test("writes values that can't end their element, attribute or script", () => {
  const page = filled();
  expect(page).toContain(
    ` value="&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; O&#x27;Neil &amp; $&amp; \\ \u2028"/>`,
  );
  expect(page).toContain("<textarea>&lt;/textarea&gt;&lt;b&gt;&quot;two&quot;&lt;/b&gt;\r\nlines");
  expect(page.match(/<\/?(?:script|textarea)/g)).toEqual(["<textarea", "</textarea", "<script", "</script"]);
  expect(page).toContain(`<script nonce="${typed.nonce}">`);
});

test("writes the same values into the data of the scripts", () => {
  const page = filled();
  expect(dataIn(page)).toEqual(["firstName", typed.firstName, typed.note]);
  expect(page.slice(page.indexOf("<script"))).not.toContain("\u2028");
});

test("does not replace what a visitor typed like a mark", () => {
  const page = filled();
  expect(page.split(firstName)).toHaveLength(3);
  expect(page.split(nonce)).toHaveLength(3);
});

test("writes values into data without a page", () => {
  const { nonce: _, ...ofData } = marks;
  const data = `${JSON.stringify(["data", firstName, note])}\n`;
  const template = cutTemplate(data, ofData, "data");
  expect(JSON.parse(fillTemplate(template, typed).toString())).toEqual(["data", typed.firstName, typed.note]);
});

test.for([
  ["a text", `<p>Hello ${firstName}</p>`],
  ["another attribute", `<a href="${firstName}">Hello</a>`],
  ["a part of a value", `<input value="Dear ${firstName}"/>`],
  ["another script", `<script nonce="${nonce}">greet(["a","${firstName}"]);</script>`],
  ["a part of the data", `<script nonce="${nonce}">${enqueued(JSON.stringify([`Dear ,"${firstName}"`]))}</script>`],
])("does not cut a page that shows a value in %s", ([, markup]) => {
  expect(() => cutTemplate(pageWith(markup), marks, "page")).toThrow("the value of firstName is written where");
});

test("does not cut a page that does not show all values", () => {
  expect(() => cutTemplate(pageWith(), { ...marks, email: "m3email3" }, "page")).toThrow("email is not written");
});
