import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StructuredData } from "../../../app/ui/structured-data";

test("lets no text end the script that holds it", () => {
  const data = { name: "</script><script>alert(1)</script>", description: "<!--" };
  const html = renderToStaticMarkup(<StructuredData data={data} />);
  const [, json = ""] = /^<script[^>]*>(.*)<\/script>$/s.exec(html) ?? [];
  expect(json).not.toContain("<");
  expect(JSON.parse(json)).toEqual(data);
});
