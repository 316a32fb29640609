import express from "express";
import { drawShareCard, readTypefaces } from "../artwork/draw-share-card";
import { plate, seriesOptions } from "../artwork/plate";
import { isPlateCategory, isPlateCrop, plateCrops } from "../artwork/plate-url";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { requireSession } from "../schedule/find-session";
import { shareCardOf, shareImagePath, versionOf } from "../schedule/share-card";
import { isUuid } from "../core/uuid";

const urlSafe = /^[A-Za-z0-9_-]{1,64}$/;

/** `GET /:category/:crop/:seed.svg`: immutable, because the URL determines the picture. */
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

const maxKept = 200;

/** `GET /sessions/:id/:version.png`: redirects other versions to the current one. */
export function shareImagesRouter(services: Services): express.Router {
  const { db, settings } = services;
  const keep = keepDrawings();
  const router = express.Router();
  router.get("/sessions/:id/:version.png", (request, response, next) => {
    const { id, version } = request.params;
    const answer = async () => {
      if (!isUuid(id)) throw new DomainError("not_found", "Session not found");
      const session = await requireSession(db, id);
      const { name: siteName } = await readSiteSettings(services);
      const site = { siteName, siteTimeZone: settings.siteTimeZone };
      const card = shareCardOf(session, site);
      if (versionOf(card) !== version) {
        return void response.set("Cache-Control", "no-cache").redirect(302, shareImagePath(session, site));
      }
      const image = await keep(`${id}/${version}`, async () => drawShareCard(card, await readTypefaces()));
      response
        .set({
          "Cache-Control": "public, max-age=31536000, immutable",
          ETag: `"${version}"`,
          // Other sites embed it in link previews.
          "Cross-Origin-Resource-Policy": "cross-origin",
        })
        .type("png")
        .send(image);
    };
    answer().catch((error: unknown) => {
      if (!(error instanceof DomainError)) return next(error);
      response.status(404).type("text/plain").send("Not found");
    });
  });
  return router;
}

/** Caches promises, so that concurrent requests draw a picture once. */
function keepDrawings() {
  const kept = new Map<string, Promise<Buffer>>();
  return (key: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const known = kept.get(key);
    if (known) return known;
    const drawing = draw();
    kept.set(key, drawing);
    drawing.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return drawing;
  };
}
