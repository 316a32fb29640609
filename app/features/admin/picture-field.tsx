import type { FieldMetadata } from "@conform-to/react";
import { CheckField } from "~/ui/fields";
import { FileField } from "~/ui/file-field";

type PictureFieldProps = {
  id: string;
  image: string | null;
  /** A picture that was uploaded with a refused form. */
  imageId: FieldMetadata<string | undefined>;
  removal: FieldMetadata<string | undefined>;
  error: string[] | undefined;
};

/** Shows the picture with a box that removes it, and takes another one; its form is read by `readPictureForm`. */
export function PictureField({ id, image, imageId, removal, error }: PictureFieldProps) {
  const kept = imageId.initialValue;
  const hint = "JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. Without one, the category’s drawing is shown.";
  return (
    <>
      {image && (
        <div className="grid gap-2">
          <img className="aspect-16/9 w-full max-w-80 rounded-paper object-cover" src={image} alt="As saved now" />
          <CheckField label="Remove this picture" field={removal} />
        </div>
      )}
      <FileField
        className={image ? "" : "md:col-span-2"}
        label={image ? "Another picture" : "Picture"}
        id={id}
        hint={kept ? "Your picture has been uploaded and will be saved. You can choose a different one." : hint}
        error={error?.[0]}
        name="image"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
      />
      {kept && <input type="hidden" name="imageId" value={kept} />}
    </>
  );
}
