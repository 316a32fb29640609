import { expect, expectTypeOf, test, vi } from "vitest";
import type { Schedule } from "@server/schedule/schemas";
import { type Api, createApi } from "~/lib/api/client";
import { useRefresh } from "~/lib/hooks/refresh";

test("each call is a request of its own", async () => {
  const send = vi.fn(() => Promise.resolve(Response.json({ result: { data: null } })));
  const api = createApi(send);
  await Promise.all([api.home.get.query(), api.recordings.listMine.query()]);
  expect(send.mock.calls).toMatchObject([
    ["/api/trpc/home.get", { method: "GET" }],
    ["/api/trpc/recordings.listMine", { method: "GET" }],
  ]);
});

test("the type checker knows procedures, inputs and answers", () => {
  expectTypeOf<Api["schedule"]>().toHaveProperty("listUpcoming");
  expectTypeOf<Api["schedule"]>().not.toHaveProperty("listSoon");
  type ListUpcoming = Api["schedule"]["listUpcoming"]["query"];
  expectTypeOf<Awaited<ReturnType<ListUpcoming>>>().toEqualTypeOf<Schedule>();
  expectTypeOf<Parameters<ListUpcoming>[0]["category"]>().toEqualTypeOf<string | undefined>();
});

/** Is only type-checked: each line would be an error of `npm run types` without its comment. */
export function MistypedRefreshes({ schedule }: { schedule: Schedule }) {
  const input = { page: 1 };
  // @ts-expect-error It answers something else than the page was loaded with.
  useRefresh(schedule, { procedure: (api) => api.bookings.listMine, input }, 1000);
  // @ts-expect-error It is not asked so.
  useRefresh(schedule, { procedure: (api) => api.schedule.listUpcoming, input: { category: 1 } }, 1000);
  // @ts-expect-error It changes something, so it can't be asked every so often.
  useRefresh(schedule, { procedure: (api) => api.bookings.cancel, input }, 1000);
  return null;
}
