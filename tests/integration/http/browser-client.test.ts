import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { postCheckIn } from "~/features/admin/check-in/post-check-in";
import { createApi } from "~/lib/api/client";
import { serve } from "../../support/http-app";
import { aSession } from "../../support/sessions";
import { expect, test } from "../../support/test-app";

test("the browser's client reads answers and refusals over HTTP", async ({ app }) => {
  const session = await aSession(app.db);
  const { url, stop } = await serve(app.services);
  const api = createApi((address, init) => fetch(new URL(address as string, url), init));
  const { sessions } = await api.schedule.listUpcoming.query({ page: 1 });
  expect(sessions.map(({ id }) => id)).toEqual([session.id]);
  await expect(api.schedule.get.query({ id: "none" })).rejects.toMatchObject({ data: { httpStatus: 400 } });
  await expect(api.home.get.query()).rejects.toMatchObject({ message: "Please sign in.", data: { httpStatus: 401 } });
  await stop();
});

test("a check-in in the name of an account that is not signed in waits for it", async ({ app }) => {
  const { url, stop } = await serve(app.services);
  const send = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((address, init) => send(new URL(address as string, url), init));
  const tap = { ticketId: randomUUID(), isHere: true, tappedAt: 1 };
  expect(await postCheckIn(randomUUID(), tap)).toEqual({ kind: "signed_out" });
  vi.restoreAllMocks();
  await stop();
});
