import express from "express";
import { drawShareCard, type ShareCard, versionOf } from "../platform/artwork/draw-share-card";
import { isPlateCategory, isPlateCrop, plate, plateCrops, seriesOptions } from "../platform/artwork/plate";
import { findFile } from "../platform/media/media-files";
import { readWhole } from "../platform/media/read-whole";
import { accentCss, accentOfStylesheet } from "../core/accent";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { recordingSquare } from "../selling/recordings/artwork";
import { collectionCard, recordingCard } from "../selling/recordings/collection";
import { requireOfferOnSale } from "../selling/free-times/offers";
import { offerCardOf, offerShareImage } from "../selling/one-to-one/share-offer";
import { requireSession } from "../catalogue/schedule/find-session";
import { shareCardOf, shareImagePath } from "../catalogue/schedule/share-session";
import { isUuid } from "../core/input-schemas";
import { shareLatest } from "../core/share-latest";

const urlSafe = /^[A-Za-z0-9_-]{1,64}$/;

/** Serves `GET /:category/:crop/:seed.svg`, immutable, because the URL determines the picture. */
export function platesRouter(): express.Router {
  const router = express.Router();
  router.get("/:category/:crop/:seed.svg", ({ params: { category, crop, seed } }, response) => {
    if (!isPlateCategory(category) || !isPlateCrop(crop) || !urlSafe.test(seed)) {
      response.status(404).type("text/plain").send("Not found");
      return;
    }
    response
      .set({
        "Content-Type": "image/svg+xml",
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
      })
      .send(plate(category, seed, { ...plateCrops[crop], ...seriesOptions(category, seed) }));
  });
  return router;
}

/** Serves `GET /:name.css`, which replaces the site's own colours by the instructor's accent. */
export function lookRouter(): express.Router {
  const router = express.Router();
  router.get("/:name", ({ params: { name } }, response) => {
    const accent = accentOfStylesheet(name);
    if (!accent) return void response.status(404).type("text/plain").send("Not found");
    response.set("Cache-Control", "public, max-age=31536000, immutable").type("css").send(accentCss(accent));
  });
  return router;
}

const maxKept = 200;

/**
 * Serves `GET /sessions/:id/:version.png`, `/one-to-one/:id/:version.png`, `/collections/:name.png` and `/recordings/:id.png`: pictures for link
 * previews; and `/recordings/:id/:size.png`: those for lock screens.
 */
export function shareImagesRouter(services: Services): express.Router {
  const { db, settings } = services;
  const keep = shareLatest<Buffer>(maxKept);
  const router = express.Router();
  const draw = (card: ShareCard) =>
    keep(versionOf(card), async () => {
      const file = card.picture === undefined ? null : await findFile(db, card.picture);
      const picture = file ? await readWhole(services, file.storageKey) : undefined;
      return drawShareCard(card, picture);
    });

  router.get(
    "/sessions/:id/:version.png",
    answerOrNotFound(async (request, response) => {
      const session = await requireSession(db, uuidIn(request.params.id));
      const { name: siteName } = await readSiteSettings(services);
      const site = { siteName, siteTimeZone: settings.siteTimeZone };
      const card = shareCardOf(session, site);
      if (versionOf(card) !== request.params.version) {
        return void response.set("Cache-Control", "no-cache").redirect(302, shareImagePath(session, site));
      }
      sendImage(response, card, await draw(card), "public, max-age=31536000, immutable");
    }),
  );
  router.get(
    "/one-to-one/:id/:version.png",
    answerOrNotFound(async (request, response) => {
      const { offer } = await requireOfferOnSale(db, uuidIn(request.params.id));
      const { name } = await readSiteSettings(services);
      const card = offerCardOf(offer, name);
      if (versionOf(card) !== request.params.version) {
        return void response.set("Cache-Control", "no-cache").redirect(302, offerShareImage(offer, name));
      }
      sendImage(response, card, await draw(card), "public, max-age=31536000, immutable");
    }),
  );
  router.get(
    "/collections/:name.png",
    answerOrNotFound(async (request, response) => {
      const card = await collectionCard(services, request.params.name ?? "");
      sendImage(response, card, await draw(card), "public, max-age=86400");
    }),
  );
  router.get(
    "/recordings/:id.png",
    answerOrNotFound(async (request, response) => {
      const card = await recordingCard(services, uuidIn(request.params.id));
      sendImage(response, card, await draw(card), "public, max-age=86400");
    }),
  );
  router.get(
    "/recordings/:id/:size(96|256|512).png",
    answerOrNotFound(async ({ params: { id, size } }, response) => {
      const square = await recordingSquare(services, uuidIn(id), Number(size));
      const image = await keep(square.key, square.draw);
      response.set("Cache-Control", "public, max-age=86400").type("png").send(image);
    }),
  );
  return router;
}

function uuidIn(text: string | undefined): string {
  if (text === undefined || !isUuid(text)) throw new DomainError("not_found", "Not found");
  return text;
}

function sendImage(response: express.Response, card: ShareCard, image: Buffer, caching: string): void {
  response
    .set({
      "Cache-Control": caching,
      ETag: `"${versionOf(card)}"`,
      // Other sites embed it in link previews.
      "Cross-Origin-Resource-Policy": "cross-origin",
    })
    .type("png")
    .send(image);
}

function answerOrNotFound(
  answer: (request: express.Request, response: express.Response) => Promise<void>,
): express.RequestHandler {
  return (request, response, next) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof DomainError)) return next(error);
      response.status(404).type("text/plain").send("Not found");
    });
  };
}
