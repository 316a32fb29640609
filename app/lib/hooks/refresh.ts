import { useEffect, useState } from "react";

/** How often lists are asked for again, in milliseconds, by whom they are for. */
export const refreshEvery = { visitor: 10_000, member: 30_000, admin: 60_000 } as const;

/** A procedure that reads, and what it is asked. */
type Query = { procedure: string; input: object };

/**
 * Keeps what the page was loaded with up to date: answers the newest that is known. Asks while the page is visible
 * only; an answer that says nothing new (304) changes nothing, and neither does one that fails to come.
 */
export function useRefresh<Data>(loaded: Data, { procedure, input }: Query, intervalMs: number): Data {
  const address = `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const [fresh, setFresh] = useState<{ since: Data; data: Data } | null>(null);
  useEffect(() => {
    const onNews = (answer: unknown) => setFresh({ since: loaded, data: (answer as Answer<Data>).result.data });
    return keepAsking({ address, intervalMs, onNews });
  }, [address, intervalMs, loaded]);
  return fresh?.since === loaded ? fresh.data : loaded;
}

type Answer<Data> = { result: { data: Data } };
type Asking = { address: string; intervalMs: number; onNews: (answer: unknown) => void };

const retries = 3;
const firstRetryMs = 1000;
const longestRetryMs = 30_000;

/** Asks the address every so often, until the returned function is called. */
export function keepAsking({ address, intervalMs, onNews }: Asking): () => void {
  const leaving = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let dueAt = performance.now() + intervalMs;
  let isAsking = false;
  let failures = 0;
  let etag: string | null = null;

  const wait = () => {
    clearTimeout(timer);
    if (isAsking || document.hidden || leaving.signal.aborted) return;
    timer = setTimeout(() => void ask(), Math.max(0, dueAt - performance.now()));
  };
  const ask = async () => {
    isAsking = true;
    try {
      const answer = await fetch(address, {
        headers: etag === null ? {} : { "If-None-Match": etag },
        signal: leaving.signal,
      });
      if (!answer.ok && answer.status !== 304) throw new Error(`refused with ${answer.status}`);
      const news: unknown = answer.ok ? await answer.json() : null;
      failures = 0;
      if (answer.ok && !leaving.signal.aborted) {
        onNews(news);
        etag = answer.headers.get("ETag");
      }
    } catch {
      failures = failures === retries ? 0 : failures + 1;
    }
    isAsking = false;
    dueAt = performance.now() + (failures > 0 ? retryAfter(failures) : intervalMs);
    wait();
  };

  document.addEventListener("visibilitychange", wait);
  wait();
  return () => {
    leaving.abort();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", wait);
  };
}

const retryAfter = (failures: number) => Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs);
