import { anAccount } from "../../../support/accounts";
import { actingAs, aPurchase, aRecording } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

type ViewerMaker = (app: TestApp) => Promise<{ user: ReturnType<typeof actingAs>["user"] | null }>;

const memberWith =
  (values: Parameters<typeof aPurchase>[2] | null): ViewerMaker =>
  async ({ db }) => {
    const account = await anAccount(db);
    if (values) await aPurchase(db, account, values);
    return actingAs(account);
  };

/** The kinds of callers and their access to free and premium recordings of the birth collection. */
const table: Record<string, { make: ViewerMaker; free: string; premium: string }> = {
  visitor: { make: () => Promise.resolve({ user: null }), free: "members", premium: "members" },
  member: { make: memberWith(null), free: "open", premium: "premium" },
  buyer: { make: memberWith({}), free: "open", premium: "open" },
  "member given access for free": {
    make: memberWith({ status: "free", totalMinor: 0 }),
    free: "open",
    premium: "open",
  },
  "buyer of the other collection": { make: memberWith({ collection: "stress" }), free: "open", premium: "premium" },
  "member at the payment page": { make: memberWith({ status: "pending" }), free: "open", premium: "premium" },
  "member whose payment failed": { make: memberWith({ status: "failed" }), free: "open", premium: "premium" },
  "member whose payment was cancelled": { make: memberWith({ status: "cancelled" }), free: "open", premium: "premium" },
  "refunded buyer": { make: memberWith({ status: "refunded" }), free: "open", premium: "premium" },
  "archived buyer": { make: memberWith({ archivedAt: new Date() }), free: "open", premium: "premium" },
  admin: {
    make: async ({ db }) => actingAs(await anAccount(db, { role: "admin" })),
    free: "open",
    premium: "open",
  },
};

test.for(Object.entries(table))("grants the access in the table: %s", async ([, { make, ...expected }], { app }) => {
  const asking = await make(app);
  for (const kind of ["free", "premium"] as const) {
    const recording = await aRecording(app.db, { isFree: kind === "free" });
    const caller = app.as(asking);
    const page = await caller.recordings.get({ collection: "birth", id: recording.id });
    expect([kind, page.access]).toEqual([kind, expected[kind]]);
    expect(page.player === null).toBe(page.access !== "open");
    expect(JSON.stringify(page)).not.toContain("videos.example");

    const saved = caller.recordings.savePosition({ recordingId: recording.id, positionSeconds: 20, ageMs: 0 });
    const outcome = await saved.then(
      () => "open",
      (error: { code: string }) => ({ UNAUTHORIZED: "members", NOT_FOUND: "premium" })[error.code],
    );
    expect([kind, outcome]).toEqual([kind, expected[kind]]);
  }
});

test("opens nothing for a purchase that belongs to another account", async ({ app }) => {
  const account = await anAccount(app.db, { email: "maeve@example.com" });
  const recording = await aRecording(app.db);
  await aPurchase(app.db, null);
  const page = await app.as(actingAs(account)).recordings.get({ collection: "birth", id: recording.id });
  expect(page.access).toBe("premium");
});

test("shows a recording on no page of the other collection", async ({ app }) => {
  const { id } = await aRecording(app.db);
  await expect(app.as().recordings.get({ collection: "stress", id })).rejects.toThrow("Recording Not Found");
});
