import { plate, type PlateCategory, plateCrops, seriesOptions } from "./plate";

/** In pixels: what lock screens, watches and cars ask for. */
export const squareSizes = [96, 256, 512] as const;

/** More than the cameras of phones take. */
export const limitInputPixels = 50_000_000;

/** Returns a square PNG of a picture, or of the drawing for a category and seed. */
export async function drawSquare(
  source: Buffer | { category: PlateCategory; seed: string },
  size: number,
): Promise<Buffer> {
  // Loaded when first used, like the share cards' typefaces.
  const { default: sharp } = await import("sharp");
  const picture = Buffer.isBuffer(source) ? source : Buffer.from(drawingOf(source));
  // A drawing is made of vectors: its density decides how sharp it is.
  const density = Buffer.isBuffer(source) ? undefined : (72 * size) / plateCrops.round.width;
  return sharp(picture, { limitInputPixels, ...(density && { density }) })
    .autoOrient()
    .resize(size, size, { fit: "cover" })
    .png({ palette: true, effort: 7 })
    .toBuffer();
}

/** The width makes the drawing's own size known to the decoder. */
function drawingOf({ category, seed }: { category: PlateCategory; seed: string }): string {
  const { width, height } = plateCrops.round;
  const drawn = plate(category, seed, { width, height, ...seriesOptions(category, seed) });
  return drawn.replace("<svg ", `<svg width="${width}" height="${height}" `);
}
