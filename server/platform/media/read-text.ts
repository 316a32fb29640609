import type { Services } from "../../core/services";
import type { MediaFile } from "./media-kinds";

/** Returns the content of a file of text, such as captions. Throws a FileMissingError. */
export async function readText(
  { storage }: Pick<Services, "storage">,
  { storageKey }: Pick<MediaFile, "storageKey">,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of await storage.read(storageKey)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
