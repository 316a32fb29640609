import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";

/** What a request asks for, in few words: each becomes a series of its own. */
const areas = {
  admin: "admin",
  api: "calls",
  build: "files",
  healthz: "monitoring",
  media: "media",
  metrics: "monitoring",
  plates: "files",
  readyz: "monitoring",
  scripts: "files",
  share: "files",
  unsubscribe: "mail links",
  webhooks: "webhooks",
} as const;

const methods = new Set(["GET", "HEAD", "POST"]);

type AnsweredRequest = { method: string; path: string; status: number; seconds: number };

type Metrics = { registry: Registry; count(answered: AnsweredRequest): void };

/** Counts and times the requests of this process, beside Node's own figures. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "From the arrival of a request to the end of its response.",
    labelNames: ["area"],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests that were answered, or given up by the visitor.",
    labelNames: ["area", "method", "status"],
    registers,
  });
  return {
    registry,
    count({ method, path, status, seconds }) {
      const area = areaOf(path);
      requests.inc({ area, method: methods.has(method) ? method : "other", status });
      duration.observe({ area }, seconds);
    },
  };
}

/** Returns one of few words, whatever the path. */
export function areaOf(path: string): string {
  const first = /^\/(\w+)(?:[/.?]|$)/.exec(path)?.[1] ?? "";
  return Object.hasOwn(areas, first) ? areas[first as keyof typeof areas] : "pages";
}
