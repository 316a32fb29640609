import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createApi } from "~/lib/api/client";
import { keepAsking } from "~/lib/hooks/refresh";

/** A page that can be hidden, and a server whose answers a test prepares; with none prepared there is nothing new. */
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
let ask: ReturnType<typeof vi.fn<typeof fetch>>;
let loadClient: ReturnType<typeof vi.fn<() => Promise<{ createApi: typeof createApi }>>>;
let heard: unknown[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = new Page();
  ask = vi.fn<typeof fetch>(() => Promise.resolve(unchanged()));
  heard = [];
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", ask);
  loadClient = vi.fn(() => Promise.resolve({ createApi }));
  stop = keepAsking({
    query: (api, options) => api.schedule.listUpcoming.query({ page: 1 }, options),
    loadClient,
    intervalMs,
    onNews: (answer) => heard.push(answer),
  });
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const etagsSent = () => ask.mock.calls.map(([, init]) => new Headers(init?.headers).get("If-None-Match"));
const failing = () => Promise.reject(new TypeError("no network"));

test("it asks once an interval, and not before the first is over", async () => {
  await pass(9.9);
  expect(ask).toHaveBeenCalledTimes(0);
  await pass(0.1);
  expect(ask).toHaveBeenCalledTimes(1);
  await pass(30);
  expect(ask).toHaveBeenCalledTimes(4);
});

test("news is passed on, and named when asking again; no news is not", async () => {
  ask.mockResolvedValueOnce(news("one")).mockResolvedValueOnce(unchanged()).mockResolvedValueOnce(news("two"));
  await pass(40);
  expect(heard).toEqual(["one", "two"]);
  expect(etagsSent()).toEqual([null, `"one"`, `"one"`, `"two"`]);
});

test("it asks the procedure by its name, with its input", async () => {
  await pass(10);
  const input = encodeURIComponent(JSON.stringify({ page: 1 }));
  expect(ask.mock.calls[0]![0]).toBe(`/api/trpc/schedule.listUpcoming?input=${input}`);
});

test("a client that can't be loaded counts as a failure, and is loaded at the next try", async () => {
  loadClient.mockImplementationOnce(failing);
  ask.mockResolvedValueOnce(news("one"));
  await pass(10);
  expect(ask).toHaveBeenCalledTimes(0);
  await pass(1);
  expect(heard).toEqual(["one"]);
});

test("no connection after a 304 is a failure, not another 304", async () => {
  ask.mockResolvedValueOnce(news("one")).mockResolvedValueOnce(unchanged()).mockImplementationOnce(failing);
  await pass(30);
  expect(ask).toHaveBeenCalledTimes(3);
  await pass(1);
  expect(ask).toHaveBeenCalledTimes(4);
});

test("a hidden page asks for nothing; shown again it asks at once if that is due, else when it is", async () => {
  await pass(4);
  page.setHidden(true);
  await pass(120);
  expect(ask).toHaveBeenCalledTimes(0);
  page.setHidden(false);
  await pass(0);
  expect(ask).toHaveBeenCalledTimes(1);
  page.setHidden(true);
  await pass(3);
  page.setHidden(false);
  await pass(6.9);
  expect(ask).toHaveBeenCalledTimes(1);
  await pass(0.1);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("what fails is tried three times more, after 1, 2 and 4 seconds, then at the next interval", async () => {
  ask.mockImplementation(failing);
  await pass(10);
  expect(ask).toHaveBeenCalledTimes(1);
  for (const [seconds, calls] of [
    [1, 2],
    [2, 3],
    [4, 4],
  ] as const) {
    await pass(seconds - 0.1);
    expect(ask).toHaveBeenCalledTimes(calls - 1);
    await pass(0.1);
    expect(ask).toHaveBeenCalledTimes(calls);
  }
  await pass(9.9);
  expect(ask).toHaveBeenCalledTimes(4);
  await pass(0.1);
  expect(ask).toHaveBeenCalledTimes(5);
});

test("a server's fault and an answer that is none count as failures, and nothing is passed on", async () => {
  ask.mockResolvedValueOnce(new Response("fault", { status: 500 })).mockResolvedValueOnce(new Response("<html>"));
  await pass(10);
  await pass(1);
  expect(ask).toHaveBeenCalledTimes(2);
  await pass(2);
  expect(ask).toHaveBeenCalledTimes(3);
  expect(heard).toEqual([]);
  await pass(10);
  expect(ask).toHaveBeenCalledTimes(4);
});

test("while an answer is awaited nothing else is asked, whatever happens to the page", async () => {
  let answer: (response: Response) => void = () => undefined;
  ask.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  await pass(10);
  page.setHidden(true);
  page.setHidden(false);
  await pass(60);
  expect(ask).toHaveBeenCalledTimes(1);
  answer(unchanged());
  await pass(10);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("once stopped it asks no more, and an answer that was under way is dropped", async () => {
  let answer: (response: Response) => void = () => undefined;
  ask.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  await pass(10);
  stop();
  expect(ask.mock.calls[0]![1]!.signal!.aborted).toBe(true);
  answer(news("late"));
  await pass(60);
  expect(heard).toEqual([]);
  expect(ask).toHaveBeenCalledTimes(1);
});
