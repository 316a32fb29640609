import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPositionSaver } from "~/features/recordings/position-saver";

const recordingId = randomUUID();
const address = "/api/trpc/recordings.savePosition";
const at = (positionSeconds: number) => ({ positionSeconds, isFinished: false, measuredAt: performance.now() });
const saved = () => Promise.resolve(Response.json({ result: {} }));

let fetchMock: ReturnType<typeof vi.fn<typeof fetch>>;
let sendBeacon: ReturnType<typeof vi.fn<Navigator["sendBeacon"]>>;

beforeEach(() => {
  vi.useFakeTimers();
  fetchMock = vi.fn<typeof fetch>(saved);
  sendBeacon = vi.fn<Navigator["sendBeacon"]>(() => true);
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("navigator", { sendBeacon });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);
const bodies = () => fetchMock.mock.calls.map(([, init]) => JSON.parse(init?.body as string) as unknown);

test("posts a position with its age, with keepalive", async () => {
  const position = at(12);
  await vi.advanceTimersByTimeAsync(300);
  createPositionSaver(recordingId).save(position);
  await settled();
  expect(fetchMock.mock.calls[0]![0]).toBe(address);
  expect(fetchMock.mock.calls[0]![1]).toMatchObject({ method: "POST", keepalive: true });
  expect(new Headers(fetchMock.mock.calls[0]![1]?.headers).get("Content-Type")).toBe("application/json");
  expect(bodies()).toEqual([{ recordingId, positionSeconds: 12, isFinished: false, ageMs: 300 }]);
});

test.each([
  ["a cut connection", () => Promise.reject(new TypeError("no network"))],
  ["a refusal", () => Promise.resolve(new Response("down", { status: 503 }))],
])("posts the newest position after one is lost to %s, one request at a time", async (_, lost) => {
  const saver = createPositionSaver(recordingId);
  fetchMock.mockImplementationOnce(lost);
  saver.save(at(12));
  saver.save(at(12.1));
  expect(fetchMock.mock.calls.length).toBeLessThanOrEqual(1);
  await settled();
  saver.save(at(0));
  await settled();
  expect(bodies()).toMatchObject([{ positionSeconds: 12 }, { positionSeconds: 12.1 }]);
  saver.save(at(12.2));
  await settled();
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

test("sends the position as a beacon before the page is left", async () => {
  const saver = createPositionSaver(recordingId);
  const page = new EventTarget();
  page.addEventListener("pagehide", () => saver.saveAndLeave(at(40)));
  page.dispatchEvent(new Event("pagehide"));
  // Only microtasks run before a page is unloaded.
  for (let nth = 0; nth < 10; nth += 1) await Promise.resolve();
  expect(fetchMock).not.toHaveBeenCalled();
  const [to, body] = sendBeacon.mock.calls[0]!;
  expect(to).toBe(address);
  expect((body as Blob).type).toBe("application/json");
  expect(JSON.parse(await (body as Blob).text())).toEqual({
    recordingId,
    positionSeconds: 40,
    isFinished: false,
    ageMs: 0,
  });
});

test("takes over a newer position only", async () => {
  const saver = createPositionSaver(recordingId);
  const answer = (data: unknown) => fetchMock.mockResolvedValueOnce(Response.json({ result: { data } }));
  await vi.advanceTimersByTimeAsync(5000);
  answer({ positionSeconds: 90, startSeconds: 88, ageMs: 1000 });
  expect(await saver.newerPlace()).toBe(88);
  const input = encodeURIComponent(JSON.stringify({ recordingId }));
  expect(fetchMock.mock.calls[0]![0]).toBe(`/api/trpc/recordings.getPosition?input=${input}`);
  expect(fetchMock.mock.calls[0]![1]).toMatchObject({ method: "GET", keepalive: false });
  answer({ positionSeconds: 90, startSeconds: 88, ageMs: 6000 });
  expect(await saver.newerPlace()).toBeNull();
  answer(null);
  expect(await saver.newerPlace()).toBeNull();
  fetchMock.mockResolvedValueOnce(new Response("down", { status: 503 }));
  expect(await saver.newerPlace()).toBeNull();
});
