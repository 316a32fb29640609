import { z } from "zod";

const count = z.number().int().min(0);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const tableName = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** What a restore has to know before it reads any rows; the first file of a backup. */
export const headerSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  mode: z.enum(["demo", "live"]),
  /** The newest migration of the database: its number, and the time that identifies it. */
  migration: z.object({ number: count, at: count }),
});

/** What the backup holds; the last file of a backup. */
export const manifestSchema = z.object({
  tables: z.array(
    z.object({ name: tableName, columns: z.array(z.string().min(1)), rows: count, parts: count, sha256: digest }),
  ),
  /** Tables whose rows no backup holds. */
  leftOut: z.array(tableName),
  sequences: z.array(
    z.object({
      name: tableName,
      value: z
        .string()
        .regex(/^-?\d+$/)
        .nullable(),
    }),
  ),
  files: z.array(
    z.object({
      key: z.string(),
      bytes: count,
      /** Null if the backup does not hold the file. */
      sha256: digest.nullable(),
      /**
       * `listed`: in a bucket, which is saved by other means. `missing`: the storage did not have it. `derived`: made of
       * another file, and made again after a restore.
       */
      state: z.enum(["included", "listed", "missing", "derived"]),
    }),
  ),
});

export type Header = z.infer<typeof headerSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
export type SavedTable = Manifest["tables"][number];
export type SavedFile = Manifest["files"][number];

export const names = {
  header: "backup.json",
  manifest: "manifest.json",
  manifestDigest: "manifest.json.sha256",
  part: (table: string, number: number) => `tables/${table}/${String(number).padStart(6, "0")}.copy.gz`,
  file: (key: string) => `media/${key}`,
};

const partName = /^tables\/([a-z_][a-z0-9_]*)\/\d{6}\.copy\.gz$/;

type Piece = { kind: "rows"; table: string } | { kind: "file"; key: string } | { kind: "other" };

/** Returns what a file of the archive holds, by its name. */
export function pieceOf(name: string): Piece {
  const table = partName.exec(name)?.[1];
  if (table !== undefined) return { kind: "rows", table };
  return name.startsWith("media/") ? { kind: "file", key: name.slice("media/".length) } : { kind: "other" };
}
