import { signInCall, liveTest as test } from "../../support/app-over-http";
import { expect } from "../../support/test-app";

test("tells browsers of a live site to use https for a year, whatever is answered", async ({ send }) => {
  const answers = {
    page: await send("/me"),
    missing: await send("/nowhere"),
    procedure: await send("/api/trpc/accounts.signIn", signInCall("unknown@example.com")),
    "a post of another site": await send("/form", { form: {}, headers: { Origin: "https://evil.example" } }),
    "an address with too many parts": await send("/a".repeat(20)),
  };
  for (const [name, { headers }] of Object.entries(answers)) {
    expect([name, headers.get("Strict-Transport-Security")]).toEqual([name, "max-age=31536000; includeSubDomains"]);
  }
});

test("allows no plug-ins, no other base address and no frames, and hides addresses from other sites", async ({
  send,
}) => {
  const { headers } = await send("/me");
  const policy = headers.get("Content-Security-Policy")!.split(";");
  expect(policy).toEqual(expect.arrayContaining(["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]));
  expect(policy.find((part) => part.startsWith("script-src "))).not.toMatch(/unsafe|\*|https?:/);
  expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
});

test("lets no other website read an answer", async ({ send }) => {
  for (const path of ["/me", "/api/trpc/schedule.listFeed", "/api/trpc/accounts.me"]) {
    const { headers } = await send(path, { headers: { Origin: "https://evil.example" } });
    expect([path, [...headers.keys()].filter((name) => name.startsWith("access-control-"))]).toEqual([path, []]);
  }
});
