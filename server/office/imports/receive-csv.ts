import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { assertAdmin, type SessionUser } from "../../core/context";
import { DomainError } from "../../core/errors";
import { decodeCsv, maxImportBytes } from "./read-csv";

type ReceivedCsv = {
  fields: URLSearchParams;
  file: { ok: true; fileName: string; text: string; isGuessed: boolean } | { ok: false; message: string };
};

const limits = { files: 1, fields: 20, fieldSize: 1000, parts: 21, fileSize: maxImportBytes, headerPairs: 20 };

/** Reads a form and its one file, the start of which is kept no longer than allowed. Throws forbidden and invalid. */
export async function receiveCsv(user: SessionUser | null, request: Request): Promise<ReceivedCsv> {
  assertAdmin(user);
  const type = request.headers.get("Content-Type") ?? "";
  if (!type.toLowerCase().startsWith("multipart/form-data") || !request.body) {
    return { fields: new URLSearchParams(await request.text()), file: missing };
  }
  const fields = new URLSearchParams();
  const arrived = { fileName: "", chunks: [] as Buffer[], isTooLong: false };
  try {
    const form = new Busboy({ headers: { "content-type": type }, limits });
    form.on("field", (name, value) => fields.append(name, value));
    form.on("file", (_field, content, fileName) => {
      arrived.fileName = fileName ?? "";
      content.on("limit", () => (arrived.isTooLong = true));
      content.on("data", (chunk: Buffer) => void arrived.chunks.push(chunk));
    });
    await pipeline(Readable.fromWeb(request.body as ReadableStream<Uint8Array>), form);
  } catch (cause) {
    throw new DomainError("invalid", "The upload was interrupted. Please try again.", { cause });
  }
  return { fields, file: fileFrom(arrived) };
}

const missing = { ok: false, message: "Please choose a CSV file" } as const;

type ArrivedFile = { fileName: string; chunks: Buffer[]; isTooLong: boolean };

function fileFrom({ fileName, chunks, isTooLong }: ArrivedFile): ReceivedCsv["file"] {
  // Browsers send an empty file field without a name.
  if (fileName === "") return missing;
  if (isTooLong) {
    return { ok: false, message: `The file is larger than ${maxImportBytes / 1024 / 1024} MB. Please divide it.` };
  }
  try {
    const { text, encoding } = decodeCsv(Buffer.concat(chunks));
    return { ok: true, fileName: fileName.slice(0, 200), text, isGuessed: encoding === "Windows-1252" };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ok: false, message: error.message };
  }
}
