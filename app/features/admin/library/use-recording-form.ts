import { useForm } from "@conform-to/react";
import { useCallback, useState } from "react";
import type { RecordingValues } from "@server/selling/recordings/library/form-schemas";
import { fileIn, type RefusedFileForm } from "./form-files";

export type Part = "video" | "sound" | "poster" | "captions";

/** A new recording has a form key, an existing one a version. */
export type FilledRecording = RecordingValues & { formKey?: string; version?: string };

type FieldName =
  | ("title" | "description" | "source" | "removeVideo" | "videoUrl" | "removeSound" | "length")
  | ("posterAt" | "removePoster" | "chapters" | "captionsLanguage" | "isDownloadable" | "isFree")
  | ("opens" | "opensOn" | "opensAfterDays" | "orderIndex");

export function useRecordingForm(recording: FilledRecording, refused: RefusedFileForm | undefined) {
  const { title, description, source, videoUrl, length, posterAt, chapters, files } = recording;
  const { opens, opensOn, opensAfterDays } = recording;
  const tick = (isTicked: boolean) => (isTicked ? "on" : "");
  const [form, fields] = useForm<Record<FieldName, string>>({
    id: "recording",
    lastResult: refused?.reply,
    defaultValue: {
      title,
      description,
      source,
      videoUrl,
      length,
      posterAt,
      chapters,
      opens,
      opensOn,
      opensAfterDays,
      // The first captions are mostly English. Further ones would replace them, if that was not chosen.
      captionsLanguage: recording.captions.length === 0 ? "en" : "",
      isDownloadable: tick(recording.isDownloadable),
      isFree: tick(recording.isFree),
      orderIndex: String(recording.orderIndex),
    },
  });
  const fileOf = (part: Part) => fileIn(refused, part, part === "captions" ? null : files[part]);
  const errorOf = (part: Part) => form.allErrors[part]?.[0];
  return { form, fields, fileOf, errorOf };
}

export type RecordingFields = ReturnType<typeof useRecordingForm>["fields"];

export function useUnderWay() {
  const [underWay, setUnderWay] = useState<Partial<Record<Part, boolean>>>({});
  const set = (part: Part) => (is: boolean) => setUnderWay((all) => (all[part] === is ? all : { ...all, [part]: is }));
  const onUnderWay = {
    video: useCallback((is: boolean) => set("video")(is), []),
    sound: useCallback((is: boolean) => set("sound")(is), []),
    poster: useCallback((is: boolean) => set("poster")(is), []),
    captions: useCallback((is: boolean) => set("captions")(is), []),
  };
  return { isUploading: Object.values(underWay).some(Boolean), onUnderWay };
}
