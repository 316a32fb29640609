import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { mediaFiles } from "@db/schema";
import type { Storage } from "@server/core/services";
import { shapePicture } from "@server/platform/media/shape-picture";
import { savePicture, storedPicture } from "@server/platform/media/store-picture";
import described from "./media/recordings.json";
import { seedId } from "./seed-id";

export type PosterName = "held" | "rise" | "tide" | "moon";
export type SampleName = "wave" | "dawn" | "pause" | "water" | "night";

type FileRow = typeof mediaFiles.$inferInsert & { id: string };

/** What the demo's recordings play. */
type Sample = { videoId: string | null; soundId: string | null; durationSeconds: number; chapters: string };

const types = {
  video: { extension: "webm", contentType: "video/webm" },
  sound: { extension: "mp3", contentType: "audio/mpeg" },
  image: { extension: "webp", contentType: "image/webp" },
  captions: { extension: "vtt", contentType: "text/vtt" },
} as const;
type FileKind = keyof typeof types;

/** Keeps the files that `npm run demo:recordings` makes, and pictures. Their rows are to be inserted. */
export class SampleMedia {
  readonly #rows = new Map<string, FileRow>();

  constructor(
    readonly storage: Storage,
    readonly now: Date,
  ) {}

  get rows(): FileRow[] {
    return [...this.#rows.values()];
  }

  /** Several recordings play the same. */
  async keepSample(name: SampleName): Promise<Sample> {
    const { kind, durationSeconds, chapters } = descriptionOf(name);
    const isVideo = kind === "video";
    const id = await this.#keep(name, isVideo ? "video" : "sound");
    return {
      videoId: isVideo ? id : null,
      soundId: isVideo ? null : id,
      durationSeconds,
      chapters: chapters.map(({ seconds, title }) => `${clock(seconds)} ${title}`).join("\n"),
    };
  }

  /** Written anew, as an upload is. */
  async keepPoster(name: PosterName): Promise<string> {
    const originalName = `${name}.${types.image.extension}`;
    const content = await readFile(path.resolve("dev", "seed", "media", originalName));
    const id = idOf(content);
    if (this.#rows.has(id)) return id;
    const folder = await mkdtemp(path.join(tmpdir(), "breathroom-poster-"));
    try {
      const file = path.join(folder, originalName);
      await writeFile(file, content);
      const picture = { id, kind: "image" as const };
      const shaped = await shapePicture({ path: file, kind: picture.kind });
      await savePicture(this.storage, picture, shaped);
      const row = { ...picture, originalName, etag: `"${id}"`, createdAt: this.now };
      this.#rows.set(id, { ...row, ...storedPicture(picture, shaped) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return id;
  }

  /** Each recording has captions of its own, in the languages that there are. */
  async keepCaptions(name: SampleName, recordingId: string) {
    const { captions } = descriptionOf(name);
    const languages = captions.length > 0 ? (["en", "it"] as const) : [];
    return Promise.all(
      languages.map(async (language) => ({
        recordingId,
        language,
        fileId: await this.#keep(`${name}.${language}`, "captions", recordingId),
        spoken: captions.map((caption) => caption[language]).join("\n"),
      })),
    );
  }

  async #keep(name: string, kind: FileKind, owner = ""): Promise<string> {
    const { extension, contentType } = types[kind];
    const originalName = `${name}.${extension}`;
    const file = path.resolve("dev", "seed", "media", originalName);
    const content = await readFile(file);
    const id = idOf(content, owner);
    const storageKey = `${kind}/${id}.${extension}`;
    if (this.#rows.has(id)) return id;
    const row = { id, kind, storageKey, originalName, contentType, bytes: content.length, etag: `"${id}"` };
    this.#rows.set(id, { ...row, createdAt: this.now });
    await this.storage.save(storageKey, file);
    return id;
  }
}

/** Derived from the content, so that browsers don't use a cached older file. */
const idOf = (content: Buffer, owner = ""): string =>
  seedId(createHash("sha256").update(owner).update(content).digest("hex"));

function descriptionOf(name: SampleName) {
  const found = described.find((sample) => sample.name === name);
  if (!found) throw new Error(`no sample is called ${name}`);
  return found;
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
