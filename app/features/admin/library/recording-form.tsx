import { getFormProps, useForm } from "@conform-to/react";
import { useCallback, useState } from "react";
import type { RecordingValues } from "@server/content/recordings/library/schemas";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { recordingFields } from "./library";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { SubmitButton } from "~/ui/post-form";
import { FileForm } from "~/features/admin/form-version";
import { UploadField, type ChosenFile } from "./upload-field";
import { CheckField, ChoiceField, TextAreaField, TextField } from "~/ui/fields";

type Part = "video" | "poster" | "captions";

type RefusedRecording = RefusedForm & { files?: ChosenFile[] };

type RecordingFormProps = {
  action: string;
  back: string;
  /** A new recording has a form key, an existing one a version. */
  recording: Omit<RecordingValues, "id"> & { formKey?: string; version?: string };
  /** Whether the position is typed, in addition to the list's buttons. */
  hasOrder: boolean;
  maxVideoMb: number;
  refused: RefusedRecording | undefined;
};

/** Sends files with the form, or before it if scripting is available. */
export function RecordingForm({ action, back, recording, hasOrder, maxVideoMb, refused }: RecordingFormProps) {
  const { form, fields, fileOf } = useRecordingForm(recording, refused);
  const { isUploading, onUnderWay } = useUnderWay();
  const isPosting = useIsPosting(action);
  useToast(refused);
  const upload = (part: Part, hint: string) => (
    <UploadField
      {...uploads[part]}
      hint={hint}
      name={part}
      file={fileOf(part)}
      error={form.allErrors[part]?.[0]}
      onUnderWay={onUnderWay[part]}
    />
  );
  return (
    <FileForm
      {...getFormProps(form)}
      action={action}
      isBusy={isPosting || isUploading}
      formKey={recording.formKey}
      version={recording.version}
      values={recordingFields(recording)}
      refused={refused}
      what="this recording"
      failure={{ title: "Error", text: "Failed to save the recording. Please try again." }}
    >
      <TextField autoComplete="off" label="Title" field={fields.title} required />
      <TextAreaField label="Description" field={fields.description} rows={4} />
      <div className="grid gap-4.5 group">
        <ChoiceField
          legend="Video"
          isLegendSmall
          name="source"
          options={[
            { value: "file", label: "A file, only for members with access" },
            { value: "address", label: "An outside address, which isn’t protected" },
          ]}
          chosen={fields.source.initialValue ?? "file"}
        />
        <div className="group-has-[[value=address]:checked]:hidden">
          {upload("video", `MP4 or WebM, up to ${maxVideoMb} MB.`)}
        </div>
        <div className="group-has-[[value=file]:checked]:hidden">
          <TextField
            autoComplete="off"
            label="Outside address"
            field={fields.videoUrl}
            inputMode="url"
            hint="Starts with https://. Anyone with this address can watch the video without paying."
          />
        </div>
      </div>
      <TextField
        autoComplete="off"
        label="Length (optional)"
        field={fields.length}
        hint="For example 12:30. Shows members how far they are."
      />
      {upload("poster", "A picture for the card, up to 10 MB. Without one, a drawing is shown.")}
      {recording.files.poster && <CheckField label="Remove the thumbnail" field={fields.removePoster} />}
      {upload("captions", "A WebVTT or SRT file.")}
      {recording.files.captions && <CheckField label="Remove the captions" field={fields.removeCaptions} />}
      {hasOrder && (
        <>
          <input type="hidden" name="orderWas" value={recording.orderIndex} />
          <TextField
            autoComplete="off"
            label="Order index"
            field={fields.orderIndex}
            type="number"
            min={0}
            required
            hint="The first recording has 0."
          />
        </>
      )}
      <CheckField label="Free for every member" field={fields.isFree} />
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton isBusy={isPosting || isUploading} busyLabel={isUploading ? "Uploading..." : "Processing..."}>
          Save recording
        </SubmitButton>
        <ButtonLink kind="quiet" to={back}>
          Cancel
        </ButtonLink>
      </div>
    </FileForm>
  );
}

const uploads = {
  video: {
    label: "Video file",
    kind: "video",
    accept: "video/mp4,video/webm",
    failureOf: (message: string) => `Error uploading video: ${message}`,
  },
  poster: {
    label: "Thumbnail (optional)",
    kind: "image",
    accept: "image/jpeg,image/png,image/webp,image/avif,image/gif",
    failureOf: (message: string) => `Upload failed: ${message}`,
  },
  captions: {
    label: "Captions (optional)",
    kind: "captions",
    accept: ".vtt,.srt,text/vtt",
    failureOf: (message: string) => `Upload failed: ${message}`,
  },
} as const;

type RecordingFields = Record<
  "title" | "description" | "source" | "videoUrl" | "length" | "isFree" | "removePoster" | "removeCaptions",
  string
> & { orderIndex: string };

function useRecordingForm(
  { files, formKey: _, version: __, orderIndex, isFree, ...texts }: RecordingFormProps["recording"],
  refused: RefusedRecording | undefined,
) {
  const [form, fields] = useForm<RecordingFields>({
    id: "recording",
    lastResult: refused?.reply,
    defaultValue: { ...texts, orderIndex: String(orderIndex), isFree: isFree ? "on" : "" },
  });
  const fileOf = (part: Part) => {
    const id = typedIn(refused, `${part}Id`);
    const isOnlyKept = id && refused && !refused.files && id !== files[part]?.id;
    if (isOnlyKept) return { id, name: "The file that you uploaded", size: "" };
    return refused?.files?.find((file) => file.id === id) ?? files[part];
  };
  return { form, fields, fileOf };
}

function useUnderWay() {
  const [underWay, setUnderWay] = useState<Partial<Record<Part, boolean>>>({});
  const set = (part: Part) => (is: boolean) => setUnderWay((all) => (all[part] === is ? all : { ...all, [part]: is }));
  const onUnderWay = {
    video: useCallback((is: boolean) => set("video")(is), []),
    poster: useCallback((is: boolean) => set("poster")(is), []),
    captions: useCallback((is: boolean) => set("captions")(is), []),
  };
  return { isUploading: Object.values(underWay).some(Boolean), onUnderWay };
}
