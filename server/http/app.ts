import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Express, type Router } from "express";
import type { Services } from "../core/services";
import { assignRequestId, handleErrors } from "./report-errors";
import { chooseCurrency } from "./first-visit";
import { createGates } from "./gates";
import { health } from "./health";
import { limitBodyTime } from "./limit-body-time";
import { limitRequests } from "./limit-requests";
import { mediaRouter } from "./media";
import { noteUnknownProxy } from "./proxy";
import { pages } from "./pages";
import { platesRouter, shareImagesRouter } from "./generated-images";
import { admitLongForms, onlyLongForms, readBody } from "./read-body";
import { refuseMalformed } from "./refuse-malformed";
import { readSession, requireAccount } from "./sign-in";
import { refuseCrossSitePosts, securityHeaders } from "./security";
import { trpcHandler } from "./trpc";
import { unsubscribeRouter } from "./unsubscribe";
import { uploadForms, uploadsHandler, uploadsPath } from "./uploads";
import { webhooksRouter } from "./webhooks";

type HttpOptions = {
  build: ServerBuild;
  /** What answers under `/dev`; never given when live. */
  devRouter?: Router | undefined;
};

const year = "1y";
/** Takes 60% of the time of zlib's usual 6; the schedule's page grows by 3%. */
const compressionLevel = 4;

/** Only what can be a file is looked for on the disk, and no page's data is. */
const fileName = /\.(?!data$)\w+$/;

/** Everything that answers over HTTP, in the order in which it is asked. */
export function createHttpApp(services: Services, { build, devRouter }: HttpOptions): Express {
  const { settings } = services;
  const app = express();
  const gates = createGates();
  app.disable("x-powered-by");
  // Express' own makes objects and arrays of names with brackets.
  app.set("query parser", "simple");
  if (settings.trustProxy) app.set("trust proxy", settings.trustProxy);

  app.use(assignRequestId, noteUnknownProxy(services));
  app.use(securityHeaders(settings, { isDevelopment: build.mode === "development" }));
  app.get("/healthz", health(services));
  app.use(refuseMalformed, limitBodyTime());
  // Read in full before the gate: a slow sender takes up a connection and nothing else.
  app.use("/webhooks", readBody(), gates.webhooks, webhooksRouter(services));
  // Mail programs post here from anywhere, so it stands before cross-site posts are refused.
  app.use("/unsubscribe/:id/one-click", gates.unsubscribing);
  app.use("/unsubscribe", unsubscribeRouter(services));
  // Before anything compresses: parts of a file are parts of what is sent.
  app.use("/media", gates.media, mediaRouter(services));
  app.use(compression({ level: compressionLevel }));
  app.use("/build", express.static("public/build", { immutable: true, maxAge: year, index: false }), notThere);
  app.get(fileName, express.static("public", { maxAge: "1h", index: false, setHeaders: keepOfflineFresh }));
  app.use("/plates", platesRouter());
  app.use(limitRequests(services));
  app.use("/share", gates.pages, shareImagesRouter(services), notThere);
  app.use(refuseCrossSitePosts(services));
  if (devRouter) app.use("/dev", gates.pages, devRouter, notThere);
  app.use(uploadsPath, gates.uploads, readSession(services), uploadsHandler(services));
  // Longer than other forms may be, so read as they arrive, once it is clear that the instructor sends them.
  app.post(uploadForms, onlyLongForms, gates.uploads, readSession(services), admitLongForms(services));
  app.use(readBody());
  app.use("/api/trpc", gates.pages, readSession(services), requireAccount, trpcHandler(services));
  app.all("*", gates.pages, readSession(services), chooseCurrency(services), pages(services, build));
  app.use(handleErrors(services));
  return app;
}

/** An old offline page or service worker must not outlive a new one. */
function keepOfflineFresh(response: express.Response, file: string): void {
  if (/[\\/](offline\.html|service-worker\.js)$/.test(file)) response.set("Cache-Control", "no-cache");
}

const notThere: express.RequestHandler = (_request, response) =>
  void response.status(404).type("text").send("Not found");
