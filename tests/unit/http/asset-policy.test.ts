import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { readSettings } from "@server/core/env";
import { securityHeaders } from "@server/http/security";

/** Returns the sources that a page's policy allows, by directive. */
async function policyWith(publicPath: string): Promise<Record<string, string>> {
  const app = express();
  app.use(securityHeaders(readSettings({}), { mode: "production", publicPath }));
  app.use((_request, response) => void response.end());
  const server = app.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const { headers } = await fetch(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
  const directives = headers.get("Content-Security-Policy")!.split(";");
  return Object.fromEntries(directives.map((directive) => [directive.split(" ")[0]!, directive.replace(/^\S+ ?/, "")]));
}

const loaded = ["script-src", "style-src", "font-src", "img-src"];

test("lets pages load scripts, styles, fonts and pictures from the CDN of the build, and nothing else", async () => {
  const policy = await policyWith("https://cdn.example/build/");
  const allowing = Object.keys(policy).filter((directive) => policy[directive]!.includes("https://cdn.example"));
  expect(allowing.sort()).toEqual([...loaded].sort());
});

test("names no other origin for scripts, styles, fonts and pictures without a CDN", async () => {
  const policy = await policyWith("/build/");
  expect([policy["script-src"], policy["style-src"], policy["font-src"], policy["img-src"]]).toEqual([
    expect.stringMatching(/^'self' 'nonce-[\w+/=]+'$/),
    "'self' 'unsafe-inline'",
    "'self'",
    "'self' data:",
  ]);
});
