import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AgreeChange } from "../../../app/features/admin/sessions/agree-change";

test("begins the page at a change that is not saved yet, also without a script", () => {
  const change = { key: "key", people: 0, parts: [], notes: ["£900 is ten times what your last sessions cost."] };
  const html = renderToStaticMarkup(<AgreeChange change={change} />);
  expect(html).toMatch(/<section[^>]* autofocus=""/);
  expect(html).toMatch(/<section[^>]* tabindex="-1"/);
});
