import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createApi } from "~/lib/api/client";
import { pollQuery } from "~/lib/hooks/refresh";

class Page extends EventTarget {
  hidden = false;

  setHidden(hidden: boolean) {
    this.hidden = hidden;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

const intervalMs = 10_000;
const unchanged = () => new Response(null, { status: 304 });
const news = (text: string) => Response.json({ result: { data: text } }, { headers: { ETag: `"${text}"` } });

let page: Page;
let fetchMock: ReturnType<typeof vi.fn<typeof fetch>>;
let loadClient: ReturnType<typeof vi.fn<() => Promise<{ createApi: typeof createApi }>>>;
let heard: unknown[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = new Page();
  fetchMock = vi.fn<typeof fetch>(() => Promise.resolve(unchanged()));
  heard = [];
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", fetchMock);
  loadClient = vi.fn(() => Promise.resolve({ createApi }));
  stop = pollQuery({
    query: (api, options) => api.schedule.listUpcoming.query({ page: 1 }, options),
    loadClient,
    intervalMs,
    onChange: (answer) => heard.push(answer),
  });
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const etagsSent = () => fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers).get("If-None-Match"));
const failing = () => Promise.reject(new TypeError("no network"));

test("requests once per interval, starting after the first", async () => {
  await pass(9.9);
  expect(fetchMock).toHaveBeenCalledTimes(0);
  await pass(0.1);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  await pass(30);
  expect(fetchMock).toHaveBeenCalledTimes(4);
});

test("passes on news and sends its ETag with the next request", async () => {
  fetchMock.mockResolvedValueOnce(news("one")).mockResolvedValueOnce(unchanged()).mockResolvedValueOnce(news("two"));
  await pass(40);
  expect(heard).toEqual(["one", "two"]);
  expect(etagsSent()).toEqual([null, `"one"`, `"one"`, `"two"`]);
});

test("requests the procedure by name with its input", async () => {
  await pass(10);
  const input = encodeURIComponent(JSON.stringify({ page: 1 }));
  expect(fetchMock.mock.calls[0]![0]).toBe(`/api/trpc/schedule.listUpcoming?input=${input}`);
});

test("counts a client that fails to load as a failure, and loads it again", async () => {
  loadClient.mockImplementationOnce(failing);
  fetchMock.mockResolvedValueOnce(news("one"));
  await pass(10);
  expect(fetchMock).toHaveBeenCalledTimes(0);
  await pass(1);
  expect(heard).toEqual(["one"]);
});

test("counts a lost connection after a 304 as a failure", async () => {
  fetchMock.mockResolvedValueOnce(news("one")).mockResolvedValueOnce(unchanged()).mockImplementationOnce(failing);
  await pass(30);
  expect(fetchMock).toHaveBeenCalledTimes(3);
  await pass(1);
  expect(fetchMock).toHaveBeenCalledTimes(4);
});

test("pauses while hidden and resumes when shown, at once if due", async () => {
  await pass(4);
  page.setHidden(true);
  await pass(120);
  expect(fetchMock).toHaveBeenCalledTimes(0);
  page.setHidden(false);
  await pass(0);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  page.setHidden(true);
  await pass(3);
  page.setHidden(false);
  await pass(6.9);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  await pass(0.1);
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

test("retries after 1, 2 and 4 seconds, then at the next interval", async () => {
  fetchMock.mockImplementation(failing);
  await pass(10);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  for (const [seconds, calls] of [
    [1, 2],
    [2, 3],
    [4, 4],
  ] as const) {
    await pass(seconds - 0.1);
    expect(fetchMock).toHaveBeenCalledTimes(calls - 1);
    await pass(0.1);
    expect(fetchMock).toHaveBeenCalledTimes(calls);
  }
  await pass(9.9);
  expect(fetchMock).toHaveBeenCalledTimes(4);
  await pass(0.1);
  expect(fetchMock).toHaveBeenCalledTimes(5);
});

test("counts server errors and invalid answers as failures", async () => {
  fetchMock.mockResolvedValueOnce(new Response("fault", { status: 500 })).mockResolvedValueOnce(new Response("<html>"));
  await pass(10);
  await pass(1);
  expect(fetchMock).toHaveBeenCalledTimes(2);
  await pass(2);
  expect(fetchMock).toHaveBeenCalledTimes(3);
  expect(heard).toEqual([]);
  await pass(10);
  expect(fetchMock).toHaveBeenCalledTimes(4);
});

test("sends no second request while one is under way", async () => {
  let answer: (response: Response) => void = () => undefined;
  fetchMock.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  await pass(10);
  page.setHidden(true);
  page.setHidden(false);
  await pass(60);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  answer(unchanged());
  await pass(10);
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

test("sends nothing once stopped, and drops the answer under way", async () => {
  let answer: (response: Response) => void = () => undefined;
  fetchMock.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  await pass(10);
  stop();
  expect(fetchMock.mock.calls[0]![1]!.signal!.aborted).toBe(true);
  answer(news("late"));
  await pass(60);
  expect(heard).toEqual([]);
  expect(fetchMock).toHaveBeenCalledTimes(1);
});
