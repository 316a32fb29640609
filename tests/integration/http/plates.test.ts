import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platesRouter } from "@server/http/generated-images";
import { plate, plateUrl } from "@server/platform/artwork/plate";

const server = createServer(express().use("/plates", platesRouter()));
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test("serves a plate as an SVG that may be cached forever", async () => {
  const answer = await fetch(origin + plateUrl("Pregnancy", "wide", "abc-DEF_123"));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toMatch(/^image\/svg\+xml/);
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(await answer.text()).toBe(plate("pregnancy", "abc-DEF_123", { width: 800, height: 450 }));
});

test.each([
  "/plates/nothing/row/abc.svg",
  "/plates/Breathwork/row/abc.svg",
  "/plates/constructor/row/abc.svg",
  "/plates/breathwork/tall/abc.svg",
  "/plates/breathwork/toString/abc.svg",
  "/plates/breathwork/row/abc.png",
  "/plates/breathwork/row/.svg",
  "/plates/breathwork/row/a%20b.svg",
  "/plates/breathwork/row/%3Cscript%3E.svg",
  `/plates/breathwork/row/${"a".repeat(65)}.svg`,
])("answers 404 for %s", async (address) => {
  const answer = await fetch(origin + address);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("Cache-Control") ?? "").not.toContain("immutable");
});
