import type { FieldMetadata } from "@conform-to/react";
import { CheckField, Framed } from "../../../ui/form-fields";
import { FormPart } from "./session-form-parts";

type ImageFieldProps = {
  /** The picture that there is. */
  image: string | null;
  /** One that has been uploaded with the form and is kept for it. */
  imageId: FieldMetadata<string | undefined>;
  removal: FieldMetadata<string | undefined>;
  error: string[] | undefined;
};

/** A session's picture; it comes with the form, so no script is needed. */
export function ImageField({ image, imageId, removal, error }: ImageFieldProps) {
  const kept = imageId.initialValue;
  const hint = "JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. Without one, the category’s drawing is shown.";
  return (
    <FormPart title="Session image">
      {image && (
        <div className="grid gap-2">
          <img className="formpart__image" src={image} alt="As it is now" />
          <CheckField label="Remove this picture" field={removal} />
        </div>
      )}
      <Framed
        className={image ? "" : "md:col-span-2"}
        label={image ? "Another picture" : "Picture"}
        id="session-image"
        hint={kept ? "Your picture has been uploaded and is saved with the rest. You may choose another." : hint}
        error={error?.[0]}
      >
        <input
          className="input"
          id="session-image"
          type="file"
          name="image"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-describedby="session-image-note"
          aria-invalid={error ? true : undefined}
        />
      </Framed>
      {kept && <input type="hidden" name="imageId" value={kept} />}
    </FormPart>
  );
}
