import { getFormProps } from "@conform-to/react";
import { FileForm } from "~/features/admin/form-version";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { CheckField, TextAreaField, TextField } from "~/ui/fields";
import { SubmitButton } from "~/ui/post-form";
import { pictureUpload, type RefusedFileForm } from "./form-files";
import { recordingFields } from "./library";
import { AccessFields, CaptionsFields, NoFfmpegNotice, VideoFields } from "./recording-form-parts";
import { UploadField } from "./upload-field";
import { type FilledRecording, type Part, useRecordingForm, useUnderWay } from "./use-recording-form";

type RecordingFormProps = {
  action: string;
  back: string;
  recording: FilledRecording;
  /** Whether the position is typed, in addition to the list's buttons. */
  hasOrder: boolean;
  hasFfmpeg: boolean;
  maxVideoMb: number;
  languages: { value: string; label: string }[];
  refused: RefusedFileForm | undefined;
};

/** Sends files with the form, or before it if scripting is available. */
export function RecordingForm(props: RecordingFormProps) {
  const { action, back, recording, hasOrder, hasFfmpeg, maxVideoMb, languages, refused } = props;
  const { form, fields, fileOf, errorOf } = useRecordingForm(recording, refused);
  const { isUploading, onUnderWay } = useUnderWay();
  const isPosting = useIsPosting(action);
  useToast(refused);
  const upload = (part: Part, hint: string, label: string = uploads[part].label) => (
    <UploadField
      {...uploads[part]}
      label={label}
      hint={hint}
      name={part}
      file={fileOf(part)}
      error={errorOf(part)}
      onUnderWay={onUnderWay[part]}
    />
  );
  const hasCaptions = recording.captions.length > 0;
  const videos = hasFfmpeg ? "MP4, MOV, WebM or MKV" : "MP4 or WebM";
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
      {!hasFfmpeg && <NoFfmpegNotice />}
      <TextField autoComplete="off" label="Title" field={fields.title} required />
      <TextAreaField label="Description" field={fields.description} rows={4} />
      <VideoFields
        fields={fields}
        upload={upload("video", `${videos}, up to ${maxVideoMb} MB.`)}
        isRemovable={recording.files.video !== null}
      />
      {upload(
        "sound",
        `MP3, M4A, WAV, FLAC or OGG, up to ${maxVideoMb} MB. It replaces the video’s sound for listening.`,
      )}
      {recording.files.sound && <CheckField label="Remove the sound" field={fields.removeSound} />}
      <CheckField label="Members may download the sound" field={fields.isDownloadable} />
      <TextField
        autoComplete="off"
        label="Length (optional)"
        field={fields.length}
        hint={recording.isMeasured ? lengthHints.measured : hasFfmpeg ? lengthHints.unmeasured : lengthHints.typed}
      />
      <TextAreaField
        label="Chapters (optional)"
        field={fields.chapters}
        rows={5}
        hint="A time and a title on each line, such as 12:30 The long exhale."
      />
      {upload("poster", "A picture for the card, up to 10 MB. Without one, a drawing is shown.")}
      {recording.files.poster && <CheckField label="Remove the thumbnail" field={fields.removePoster} />}
      <CaptionsFields
        fields={fields}
        action={action}
        languages={languages}
        refused={refused}
        captions={recording.captions}
        upload={upload(
          "captions",
          "A WebVTT or SRT file.",
          hasCaptions ? "Add or replace captions (optional)" : undefined,
        )}
      />
      {hasOrder && (
        <>
          <input type="hidden" name="orderWas" value={recording.orderIndex} />
          <TextField
            autoComplete="off"
            label="Order index"
            field={fields.orderIndex}
            type="number"
            min={1}
            required
            hint="The first recording has 1, as in the list."
          />
        </>
      )}
      <AccessFields fields={fields} />
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

const lengthHints = {
  measured: "Measured from the file. What is typed here counts for an outside address only.",
  unmeasured: "For example 12:30. Shows members how far they are. The length of an uploaded file is measured.",
  typed: "For example 12:30. Shows members how far they are.",
};

const uploads = {
  video: {
    label: "Video file",
    kind: "video",
    accept: "video/mp4,video/webm,video/quicktime,video/x-matroska,.mov,.mkv",
    failureOf: (message: string) => `Error uploading video: ${message}`,
  },
  sound: {
    label: "Sound (optional if there is a video)",
    kind: "sound",
    accept: "audio/mpeg,audio/mp4,audio/wav,audio/flac,audio/ogg,.mp3,.m4a,.wav,.flac,.ogg",
    failureOf: (message: string) => `Error uploading sound: ${message}`,
  },
  poster: {
    label: "Thumbnail (optional)",
    ...pictureUpload,
  },
  captions: {
    label: "Captions (optional)",
    kind: "captions",
    accept: ".vtt,.srt,text/vtt",
    failureOf: (message: string) => `Upload failed: ${message}`,
  },
} as const;
