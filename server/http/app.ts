import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Express, type Router } from "express";
import type { Services } from "../services";
import { mailboxRouter } from "./dev-mailbox";
import { discardUnread } from "./discard-unread";
import { handleErrors } from "./error-handler";
import { chooseCurrency, currencyFound } from "./first-visit";
import { health } from "./health";
import { limitBody } from "./limit-body";
import { mediaRouter } from "./media";
import { reportPageErrors } from "./page-errors";
import { platesRouter } from "./plates";
import { assignRequestId, requestIdOf } from "./request-id";
import { requireAccount } from "./require-account";
import { refuseCrossSitePosts, securityHeaders } from "./security";
import { shareImagesRouter } from "./share-images";
import { addressOf, authOf, readSession } from "./sign-in";
import { trpcRouter } from "./trpc";
import { uploadsHandler, uploadsPath } from "./uploads";
import { webhooksRouter } from "./webhooks";

export type HttpOptions = {
  build: ServerBuild;
  /** The stand-in's payment page; never given when live. */
  localStripeRouter?: Router | undefined;
};

const year = "1y";
/** Takes 60% of the time of zlib's usual 6; the schedule's page grows by 3%. */
const compressionLevel = 4;

/** Only what can be a file is looked for on the disk, and no page's data is. */
const fileName = /\.(?!data$)\w+$/;

/** Everything that answers over HTTP, in the order in which it is asked. */
export function createHttpApp(services: Services, { build, localStripeRouter }: HttpOptions): Express {
  const { settings } = services;
  const app = express();
  app.disable("x-powered-by");
  if (settings.trustProxy) app.set("trust proxy", settings.trustProxy);

  app.use(assignRequestId);
  app.get("/healthz", health(services));
  app.use(discardUnread);
  app.use("/webhooks", webhooksRouter(services));
  app.use(securityHeaders(settings, { isDevelopment: build.mode === "development" }));
  // Before anything compresses: parts of a file are parts of what is sent.
  app.use("/media", mediaRouter(services));
  app.use(compression({ level: compressionLevel }));
  app.use("/build", express.static("public/build", { immutable: true, maxAge: year, index: false }), notThere);
  app.use("/plates", platesRouter());
  app.use("/share", shareImagesRouter(services));
  app.get(fileName, express.static("public", { maxAge: "1h", index: false }));
  app.use(refuseCrossSitePosts(services));
  if (!settings.isLive) app.use("/dev", mailboxRouter(services));
  if (localStripeRouter) app.use("/dev/stripe", localStripeRouter);
  app.use(uploadsPath, readSession(services), uploadsHandler(services));
  app.use(limitBody);
  app.use("/api/trpc", readSession(services), requireAccount, trpcRouter(services));
  app.all("*", readSession(services), chooseCurrency(services), pages(services, build));
  app.use(handleErrors(services));
  return app;
}

const notThere: express.RequestHandler = (_request, response) =>
  void response.status(404).type("text").send("Not found");

function pages(services: Services, build: ServerBuild): express.RequestHandler {
  return createRequestHandler({
    build: reportPageErrors(build),
    mode: build.mode,
    getLoadContext: (request, response) => ({
      services,
      auth: authOf(response),
      address: addressOf(request),
      currency: currencyFound(response),
      nonce: response.locals.nonce as string,
      requestId: requestIdOf(response),
    }),
  });
}
