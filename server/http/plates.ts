import express from "express";
import { plate, seriesOptions } from "../artwork/plate";
import { isPlateCategory, isPlateCrop, plateCrops } from "../artwork/plate-url";

const urlSafe = /^[A-Za-z0-9_-]{1,64}$/;

/** `GET /:category/:crop/:seed.svg`: the generated pictures. An address names all that a picture depends on. */
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
