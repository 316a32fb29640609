import { mediaFiles, recordings } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import { drawSquare, squareSizes } from "../../platform/artwork/draw-square";
import { plateCategory } from "../../platform/artwork/plate";
import { readWhole } from "../../platform/media/read-whole";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { readCollections } from "../../catalogue/products/catalogue";
import { pictureId } from "./picture";

type Recording = typeof recordings.$inferSelect;

/** Square pictures, with their sizes as in "96x96". */
export type Artwork = { src: string; sizes: string }[];

/** Returns the addresses of a recording's square pictures. A new picture has new ones, for caches. */
export const artworkOf = ({ id, pictureId: picture }: { id: string; pictureId: string | null }): Artwork =>
  squareSizes.map((size) => ({
    src: `/share/recordings/${id}/${size}.png${picture ? `?v=${picture.slice(0, 8)}` : ""}`,
    sizes: `${size}x${size}`,
  }));

type SquarePicture = { key: string; draw: () => Promise<Buffer> };

/** Returns a recording's square picture: its own, else the drawing of its series. Throws not_found. */
export async function recordingSquare(services: Services, id: string, size: number): Promise<SquarePicture> {
  const [found] = await services.db
    .select({ productId: recordings.productId, poster: mediaFiles })
    .from(recordings)
    .leftJoin(mediaFiles, eq(mediaFiles.id, pictureId))
    .where(eq(recordings.id, id));
  if (!found || !squareSizes.some((known) => known === size)) throw new DomainError("not_found", "Not found");
  const drawing = await drawingOf(services, { id, productId: found.productId });
  const drawn = { key: `${drawing.category} ${drawing.seed} ${size}`, draw: () => drawSquare(drawing, size) };
  const { poster } = found;
  if (!poster) return drawn;
  const drawPoster = async () => drawSquare(await readWhole(services, poster.storageKey), size);
  // A picture that browsers show and the decoder doesn't know has the drawing in its place.
  return { key: `${poster.id} ${size}`, draw: () => drawPoster().catch(drawn.draw) };
}

async function drawingOf({ db }: Services, { id, productId }: Pick<Recording, "id" | "productId">) {
  const series = await db
    .select({ id: recordings.id })
    .from(recordings)
    .where(eq(recordings.productId, productId))
    .orderBy(asc(recordings.orderIndex), asc(recordings.createdAt), asc(recordings.id));
  const index = series.findIndex((recording) => recording.id === id);
  const collection = (await readCollections(db)).find((item) => item.id === productId);
  return { category: plateCategory(collection?.plate ?? null), seed: `${id}_${index}_${series.length}` };
}
