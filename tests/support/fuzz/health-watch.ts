import { setTimeout as wait } from "node:timers/promises";
import { curlOf, HttpClient, type FuzzRequest } from "./http-client";

export type SentRequest = { request: FuzzRequest; headers: Record<string, string> };

type SlowAnswer = { ms: number; status: number; during: SentRequest[] };

const everyMs = 200;
const mostMs = 1000;
const tries = 2;

/** Polls `/healthz`; `underWay` returns the requests that may slow it down. */
export function watchHealth(site: string, underWay: () => SentRequest[]) {
  const waits: SlowAnswer[] = [];
  let slowestMs = 0;
  let isStopped = false;
  const watch = async () => {
    while (!isStopped) {
      const before = underWay();
      const { ms, status } = await askHealth(site);
      slowestMs = Math.max(slowestMs, ms);
      if (status !== 200 || ms > mostMs) waits.push({ ms, status, during: [...new Set([...before, ...underWay()])] });
      await wait(everyMs);
    }
  };
  const watching = watch();
  const stop = () => {
    isStopped = true;
    return watching;
  };
  return { stop, slowestMs: () => Math.round(slowestMs), faults: () => confirmFaults(site, waits) };
}

async function askHealth(site: string): Promise<{ ms: number; status: number }> {
  const begun = performance.now();
  const { status } = await fetch(`${site}/healthz`).catch(() => ({ status: 0 }));
  return { ms: performance.now() - begun, status };
}

/** Repeats the requests of slow answers: on a busy machine only a repeatable delay is a fault. */
async function confirmFaults(site: string, waits: SlowAnswer[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { ms, status, during } of waits.slice(0, 10)) {
    if (status !== 200) faults.push(`/healthz answered ${status}`);
    for (const { request, headers } of during) {
      if (!(await isSlowEachTime(site, { ...request, headers }))) continue;
      faults.push(`/healthz took ${Math.round(ms)} ms during\n  ${curlOf(site, request, headers).slice(0, 6000)}`);
    }
  }
  return faults;
}

async function isSlowEachTime(site: string, request: FuzzRequest): Promise<boolean> {
  const client = new HttpClient(site);
  try {
    for (let nth = 0; nth < tries; nth += 1) {
      const answer = client.send(request).catch(() => null);
      await wait(20);
      const { ms } = await askHealth(site);
      await answer;
      if (ms <= mostMs) return false;
    }
    return true;
  } finally {
    client.close();
  }
}
