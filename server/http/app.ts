import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import type { RequestListener } from "node:http";
import express, { type Router } from "express";
import type { Services } from "../core/services";
import { answerVisits } from "./finished/answer-visits";
import { builtFiles } from "./built-files";
import { admitFraming, framedPath } from "./embeds";
import { createGates } from "./gates";
import { lookRouter, platesRouter, shareImagesRouter } from "./generated-images";
import { healthRouter } from "./health";
import { joinSession } from "./join-session";
import { limitRequests } from "./limit-requests";
import { manifestHandler } from "./manifest";
import { mediaRouter } from "./media";
import { monitor } from "./metrics";
import { requireSetUp } from "./set-up-gate";
import { chooseCurrency, pageRenderer, pages } from "./pages";
import { admitAdminsWhilePaused } from "./paused";
import { admitLongForms, limitBodyTime, onlyLongForms, readBody } from "./read-body";
import { assignRequestId, handleErrors } from "./report-errors";
import { noteUnknownProxy, refuseCrossSitePosts, refuseMalformed, securityHeaders } from "./security";
import { readSession, requireSameAccount } from "./sign-in";
import { trpcHandler } from "./trpc";
import { uploadForms, uploadsHandler, uploadsPath } from "./uploads";
import { unsubscribeRouter, webhooksRouter } from "./webhooks";

type HttpOptions = {
  build: ServerBuild;
  devRouter?: Router | undefined;
  /** Serves only the set-up page until there is an admin. */
  needsSetUp?: boolean;
};

/** Takes 60% of the time of zlib's default level, 6; the schedule page grows by 3%. */
const compressionLevel = 4;

/** `.data` requests are for Remix. */
const fileName = /\.(?!data$)\w+$/;

export function createHttpApp(
  services: Services,
  { build, devRouter, needsSetUp = false }: HttpOptions,
): RequestListener {
  const { settings } = services;
  const app = express();
  const gates = createGates();
  const monitored = monitor(services);
  app.disable("x-powered-by");
  // Express's extended parser builds objects and arrays from names with brackets.
  app.set("query parser", "simple");
  if (settings.trustProxy) app.set("trust proxy", settings.trustProxy);

  app.use(assignRequestId, noteUnknownProxy(services));
  app.use(securityHeaders(settings, build));
  app.use(healthRouter(services), monitored.router);
  const whilePaused = admitAdminsWhilePaused(services);
  app.use(refuseMalformed, limitBodyTime());
  // Reads the body before the gate, so that a slow sender occupies a connection only.
  app.use("/webhooks", readBody(), gates.webhooks, webhooksRouter(services));
  // Before cross-site posts are refused: mail programs post here from anywhere.
  app.use("/unsubscribe/:id/one-click", gates.unsubscribing);
  app.use("/unsubscribe", unsubscribeRouter(services));
  // Before compression: byte ranges refer to the uncompressed file.
  app.use("/media", gates.media, mediaRouter(services));
  app.use(compression({ level: compressionLevel }));
  app.use("/build", ...builtFiles("public/build"), notFound);
  app.get(fileName, express.static("public", { maxAge: "1h", index: false, setHeaders: setFileHeaders }));
  app.use("/plates", platesRouter());
  app.use("/look", lookRouter());
  app.use(limitRequests(services));
  // Before there is an admin, too: the set-up page asks for its routes.
  app.get("/__manifest", gates.pages, manifestHandler(build));
  app.use("/__manifest", notFound);
  if (needsSetUp) app.use(requireSetUp(services));
  app.use("/share", gates.pages, shareImagesRouter(services), notFound);
  app.use(refuseCrossSitePosts(services));
  if (devRouter) app.use("/dev", gates.pages, devRouter, notFound);
  app.use(uploadsPath, gates.uploads, readSession(services), whilePaused, uploadsHandler(services));
  app.post(uploadForms, onlyLongForms, gates.uploads, readSession(services), whilePaused, admitLongForms(services));
  app.use(readBody());
  app.use("/api/trpc", gates.pages, readSession(services), whilePaused, requireSameAccount, trpcHandler(services));
  app.get("/join/:id", gates.pages, readSession(services), whilePaused, joinSession(services));
  app.get(framedPath, admitFraming(services));
  const render = pageRenderer(build);
  const isKeepingPages = settings.finishedPagesMb > 0 && build.mode !== "development";
  app.all("*", gates.pages, readSession(services), whilePaused, chooseCurrency(services), pages(services, render));
  app.use(handleErrors(services));
  return monitored.observe(isKeepingPages ? answerVisits(services, app) : app);
}

function setFileHeaders(response: express.Response, file: string): void {
  if (/[\\/](offline\.html|service-worker\.js)$/.test(file)) response.set("Cache-Control", "no-cache");
  // Other websites load it.
  if (/[\\/]embed\.js$/.test(file)) response.set("Cross-Origin-Resource-Policy", "cross-origin");
}

const notFound: express.RequestHandler = (_request, response) =>
  void response.status(404).type("text").send("Not found");
