import { useEffect, useRef, useState } from "react";
import type { Api, createApi } from "~/lib/api/client";

/** Milliseconds between refreshes of lists, by role. */
export const refreshEvery = { visitor: 10_000, member: 30_000, admin: 60_000 } as const;

/** A time after the page's own scripts and before the first refresh: many browsers never retry a failed `import`. */
const loadClientAfterMs = 2000;
const loadClient = () => import("~/lib/api/client");

type CallOptions = { signal: AbortSignal };

type Query<Input, Data> = {
  procedure: (api: Api) => { query: (input: Input, options: CallOptions) => Promise<Data> };
  input: Input;
};

/** Refreshes the page's loaded data while the page is visible; a 304 or a missing answer changes nothing. */
export function useRefresh<Data, Input>(loaded: Data, { procedure, input }: Query<Input, Data>, intervalMs: number) {
  const [fresh, setFresh] = useState<{ since: Data; data: Data } | null>(null);
  const query = (api: Api, options: CallOptions) => procedure(api).query(input, options);
  const latestQuery = useRef(query);
  useEffect(() => {
    latestQuery.current = query;
  });
  useEffect(() => {
    const timer = setTimeout(() => void loadClient().catch(() => undefined), loadClientAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const queryText = JSON.stringify(input);
  useEffect(() => {
    const onChange = (data: Data) => setFresh({ since: loaded, data });
    const latest: typeof query = (api, options) => latestQuery.current(api, options);
    return pollQuery({ query: latest, loadClient, intervalMs, onChange });
  }, [queryText, intervalMs, loaded]);
  return fresh?.since === loaded ? fresh.data : loaded;
}

type PollOptions<Data> = {
  query: (api: Api, options: CallOptions) => Promise<Data>;
  loadClient: () => Promise<{ createApi: typeof createApi }>;
  intervalMs: number;
  onChange: (data: Data) => void;
};

const retries = 3;
const firstRetryMs = 1000;
const longestRetryMs = 30_000;

export function pollQuery<Data>({ query, loadClient, intervalMs, onChange }: PollOptions<Data>): () => void {
  const leaving = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let dueAt = performance.now() + intervalMs;
  let isQuerying = false;
  let failures = 0;
  let readChange: ReturnType<typeof createChangeReader<Data>> | undefined;

  const wait = () => {
    clearTimeout(timer);
    if (isQuerying || document.hidden || leaving.signal.aborted) return;
    timer = setTimeout(() => void poll(), Math.max(0, dueAt - performance.now()));
  };
  const poll = async () => {
    isQuerying = true;
    try {
      readChange ??= createChangeReader(query, (await loadClient()).createApi);
      const change = await readChange(leaving.signal);
      failures = 0;
      if (change && !leaving.signal.aborted) onChange(change.data);
    } catch {
      failures = failures === retries ? 0 : failures + 1;
    }
    isQuerying = false;
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

/** Returns a function that repeats the query; it resolves with null while the answer is unchanged. */
function createChangeReader<Data>(query: PollOptions<Data>["query"], create: typeof createApi) {
  let etag: string | null = null;
  const answer: { status: number; etag: string | null } = { status: 0, etag: null };
  const api = create(async (address, init) => {
    const headers = new Headers(init?.headers);
    if (etag !== null) headers.set("If-None-Match", etag);
    const response = await fetch(address, { ...init, headers });
    Object.assign(answer, { status: response.status, etag: response.headers.get("ETag") });
    return response;
  });
  return async (signal: AbortSignal): Promise<{ data: Data } | null> => {
    answer.status = 0;
    try {
      const data = await query(api, { signal });
      etag = answer.etag;
      return { data };
    } catch (error) {
      // The client would take a 304 for a failure, because it has no body.
      if (answer.status === 304) return null;
      throw error;
    }
  };
}
