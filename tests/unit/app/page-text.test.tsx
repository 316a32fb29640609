import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageText } from "../../../app/features/pages/page-text";

test("shows a picture in a text in the width that the device needs", () => {
  const src = "/media/images/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11.jpg";
  const html = renderToStaticMarkup(<PageText text={[{ tag: "img", src, alt: "The room" }]} />);
  expect(html).toContain(`${src.replace(".jpg", "-480.webp")} 480w`);
  expect(html).toContain('alt="The room"');
});
