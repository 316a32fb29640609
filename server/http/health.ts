import express, { type Express, type RequestHandler } from "express";
import type { Services } from "../core/services";
import { bareHeaders } from "./security";

const patienceMs = 2000;

/** `GET /healthz`: answers 503 only if the database doesn't respond; load is no reason. */
export function health({ db }: Pick<Services, "db">): RequestHandler {
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

/** Serves only `/healthz`, in a process that runs jobs. */
export function createHealthApp(services: Services): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use((_request, response, next) => {
    response.set(bareHeaders(services.settings));
    next();
  });
  app.get("/healthz", health(services));
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
