import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
import { type RequestHandler, Router } from "express";
import { Registry } from "prom-client";
import type { Services } from "../core/services";
import { readerOfAll } from "../office/monitoring/across-processes";
import { createMetrics } from "../office/monitoring/metrics";
import { readSiteFigures } from "../office/monitoring/site-figures";

type Monitor = {
  /** Serves `GET /metrics`. */
  router: Router;
  /** Returns a listener that counts and times what the given one answers. */
  observe(listener: RequestListener): RequestListener;
};

/** Counts requests for Prometheus; without METRICS_TOKEN, nothing is counted and there is no `/metrics`. */
export function monitor(services: Services): Monitor {
  const { metricsToken } = services.settings;
  const router = Router();
  if (!metricsToken) return { router, observe: (listener) => listener };

  const metrics = createMetrics();
  const readProcesses = readerOfAll(metrics.registry);
  // Scrapes at the same time share one answer.
  let reading: Promise<string> | null = null;
  const read = () =>
    (reading ??= Promise.all([readProcesses(), readSiteFigures(services)])
      .then((texts) => texts.join("\n"))
      .finally(() => (reading = null)));

  router.get("/metrics", requireToken(metricsToken), (_request, response, next) => {
    read().then((text) => response.type(Registry.PROMETHEUS_CONTENT_TYPE).send(text), next);
  });
  return {
    router,
    observe: (listener) => (request, response) => {
      const begin = performance.now();
      const { method = "", url: path = "" } = request;
      let status = leftEarly;
      response.once("finish", () => (status = response.statusCode));
      response.once("close", () => metrics.count({ method, path, status, seconds: secondsSince(begin) }));
      listener(request, response);
    },
  };
}

/** The visitor closed the connection before the end; nginx logs the same code. */
const leftEarly = 499;

const secondsSince = (begin: number) => (performance.now() - begin) / 1000;

function requireToken(token: string): RequestHandler {
  const expected = digest(`Bearer ${token}`);
  return (request, response, next) => {
    response.set("Cache-Control", "no-store");
    if (timingSafeEqual(digest(request.get("Authorization") ?? ""), expected)) return next();
    response.status(401).set("WWW-Authenticate", "Bearer").type("text").send("METRICS_TOKEN is needed.\n");
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();
