import { describe, expect, it, test } from "vitest";
import { BadResponse, pagePathOf, readWholeResponse } from "~/lib/connection/guard-requests";

const answered = (
  body: string,
  { status = 200, headers = { "X-Remix-Response": "yes" } }: { status?: number; headers?: Record<string, string> } = {},
) => new Response(body, { status, headers });

const data = '[{"_1":2},"data",{}]\n';
const fault = '[{"_1":2},"error",["SanitizedError","Error","Unexpected Server Error"]]\n';

describe("an answer to a data request", () => {
  test.each([
    ["data", answered(data), "GET"],
    ["data after a posted form", answered(data), "POST"],
    ["a refusal", answered(data, { status: 422 }), "POST"],
    ["an error that the form reports", answered(data, { status: 500 }), "POST"],
    ["a redirect", answered('[{"_1":2},"redirect","/sessions"]\n', { status: 202 }), "POST"],
    ["several promised values", answered('[{"_1":2},"data",["P",3]]\nP3:[1]\n'), "GET"],
    ["the site's own error page", answered(fault, { status: 500 }), "GET"],
    ["a missing page", answered('[{"_1":2},"error",["ErrorResponse"]]\n', { status: 404 }), "POST"],
  ])("accepts %s", async (_, response, method) => {
    const body = await response.clone().text();
    const taken = await readWholeResponse(response, method);
    expect([taken.status, await taken.text()]).toEqual([response.status, body]);
  });

  test.each([
    ["a proxy's error", answered("Bad Gateway", { status: 502, headers: {} }), "POST"],
    ["another site's page", answered("<h1>Wi-Fi</h1>", { headers: {} }), "GET"],
    ["an empty answer", answered(""), "GET"],
    ["an answer that ends in its first line", answered('[{"_1":2},"da'), "GET"],
    ["an answer that ends in a later line", answered('[{"_1":2},"data",["P",3]]\nP3:['), "GET"],
    ["a first line that is no list", answered('{"data":1}\n'), "GET"],
    ["a form's unexpected fault", answered(fault, { status: 500 }), "POST"],
  ])("refuses %s", async (_, response, method) => {
    await expect(readWholeResponse(response, method)).rejects.toBeInstanceOf(BadResponse);
  });

  it("fails when the connection fails while the answer arrives", async () => {
    const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError("network error")) });
    const response = new Response(cut, { headers: { "X-Remix-Response": "yes" } });
    await expect(readWholeResponse(response, "GET")).rejects.toThrow("network error");
  });
});

test.each([
  ["/_root.data", "/"],
  ["/sign-in.data", "/sign-in"],
  ["/admin/sessions/1/edit.data", "/admin/sessions/1/edit"],
  ["/api/trpc/accounts.me", null],
  ["/build/entry.js", null],
])("maps %s to the page %s", (address, page) => {
  expect(pagePathOf(address)).toBe(page);
});
