import express, { type Express, type RequestHandler, Router } from "express";
import type { Services } from "../core/services";
import { proofFor, proofPath } from "../office/doctor/check-address";
import { judgeMigrations } from "../office/doctor/check-database";
import { countPendingMigrations } from "@db/migrate";
import { monitor } from "./metrics";
import { bareHeaders } from "./security";

const patienceMs = 2000;

/** `GET /healthz`: answers 503 only if the database doesn't respond; load is no reason. */
function health({ db }: Pick<Services, "db">): RequestHandler {
  let asking: Promise<void> | null = null;
  const ask = () => (asking ??= within(patienceMs, db.$client.ping()).finally(() => (asking = null)));
  return (_request, response) => {
    response.set("Cache-Control", "no-store");
    ask().then(
      () => response.json({ status: "ok" }),
      () => response.status(503).json({ status: "unavailable" }),
    );
  };
}

/** `GET /readyz`: answers 503 until the database answers and has every migration. */
function readiness({ db }: Pick<Services, "db">): RequestHandler {
  let isMigrated = false;
  return async (_request, response) => {
    response.set("Cache-Control", "no-store");
    try {
      await within(patienceMs, db.$client.ping());
      isMigrated ||= judgeMigrations(await countPendingMigrations(db)).state !== "fault";
      response.status(isMigrated ? 200 : 503).json({ status: isMigrated ? "ready" : "migrations are missing" });
    } catch {
      response.status(503).json({ status: "unavailable" });
    }
  };
}

/** Proves to the doctor, which asks at the public address, that this site answers, and returns what the proxy passed on. */
function proof({ settings }: Pick<Services, "settings">): RequestHandler {
  return (request, response) => {
    const { nonce, key } = request.query;
    const own = proofFor(settings, { nonce, key });
    if (own === null) return void response.status(404).type("text").send("Not found");
    const isTrusted = request.app.get("trust proxy fn") as (address: string, hop: number) => boolean;
    const isForwarded = request.get("X-Forwarded-For") !== undefined;
    const known = isTrusted(request.socket.remoteAddress ?? "", 0) ? "trusted" : "ignored";
    response.set("Cache-Control", "no-store");
    response.json({ proof: own, protocol: request.protocol, forwarded: isForwarded ? known : "none" });
  };
}

/** Serves the addresses for monitoring. */
export function healthRouter(services: Services): Router {
  const router = Router();
  router.get("/healthz", health(services));
  router.get("/readyz", readiness(services));
  router.get(proofPath, proof(services));
  return router;
}

/** Serves only the addresses for monitoring, in a process that runs jobs. */
export function createHealthApp(services: Services): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use((_request, response, next) => {
    response.set(bareHeaders(services.settings));
    next();
  });
  app.use(healthRouter(services), monitor(services).router);
  app.use((_request, response) => void response.status(404).type("text").send("Not found"));
  return app;
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the database does not answer")), milliseconds);
  });
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
