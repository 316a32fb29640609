import type { Services } from "../../core/services";
import type { MediaFile } from "./media-kinds";
import { readWhole } from "./read-whole";

/** Returns the content of a file of text, such as captions. Throws a FileMissingError. */
export const readText = async (
  services: Pick<Services, "storage">,
  { storageKey }: Pick<MediaFile, "storageKey">,
): Promise<string> => new TextDecoder().decode(await readWhole(services, storageKey));
