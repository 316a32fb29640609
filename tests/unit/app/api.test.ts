import { expect, expectTypeOf, test, vi } from "vitest";
import type { Schedule } from "@server/catalogue/schedule/schemas";
import { type Api, createApi } from "~/lib/api/client";
import { useRefresh } from "~/lib/hooks/refresh";

test("sends each call as its own request", async () => {
  const send = vi.fn(() => Promise.resolve(Response.json({ result: { data: null } })));
  const api = createApi(send);
  await Promise.all([api.home.get.query(), api.recordings.listMine.query()]);
  expect(send.mock.calls).toMatchObject([
    ["/api/trpc/home.get", { method: "GET" }],
    ["/api/trpc/recordings.listMine", { method: "GET" }],
  ]);
});

test("types procedures, inputs and results", () => {
  expectTypeOf<Api["schedule"]>().toHaveProperty("listUpcoming");
  expectTypeOf<Api["schedule"]>().not.toHaveProperty("listSoon");
  type ListUpcoming = Api["schedule"]["listUpcoming"]["query"];
  expectTypeOf<Awaited<ReturnType<ListUpcoming>>>().toEqualTypeOf<Schedule>();
  expectTypeOf<Parameters<ListUpcoming>[0]["category"]>().toEqualTypeOf<string | undefined>();
});

/** Only type-checked: `npm run types` fails where one of these lines has no error. */
export function MistypedRefreshes({ schedule }: { schedule: Schedule }) {
  const input = { page: 1 };
  // @ts-expect-error Its result differs from the page's data.
  useRefresh(schedule, { procedure: (api) => api.bookings.listMine, input }, 1000);
  // @ts-expect-error The input does not match.
  useRefresh(schedule, { procedure: (api) => api.schedule.listUpcoming, input: { category: 1 } }, 1000);
  // @ts-expect-error Mutations can't be refreshed.
  useRefresh(schedule, { procedure: (api) => api.bookings.cancel, input }, 1000);
  return null;
}
