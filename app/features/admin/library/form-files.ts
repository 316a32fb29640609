import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import type { ChosenFile } from "./upload-field";

/** A refused form with the files that it keeps, so that they need not be chosen again. */
export type RefusedFileForm = RefusedForm & { files?: ChosenFile[] };

/** Returns the file in a field of a form: what a refused form keeps, else the saved one. */
export function fileIn(refused: RefusedFileForm | undefined, name: string, saved: ChosenFile | null) {
  const id = typedIn(refused, `${name}Id`);
  const isOnlyKept = id && refused && !refused.files && id !== saved?.id;
  if (isOnlyKept) return { id, name: "The file that you uploaded", size: "" };
  return refused?.files?.find((file) => file.id === id) ?? saved;
}

/** The upload of a picture that is shown as it is. */
export const pictureUpload = {
  kind: "image",
  accept: "image/jpeg,image/png,image/webp,image/avif,image/gif",
  failureOf: (message: string) => `Upload failed: ${message}`,
} as const;
