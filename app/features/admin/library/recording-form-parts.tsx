import type { ReactNode } from "react";
import type { ListedCaptions } from "@server/selling/recordings/library/form-schemas";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { Check, ChoiceGroup } from "~/ui/check";
import { CheckField, ChoiceField, SelectField, TextField } from "~/ui/fields";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { FilesLink } from "~/features/admin/files/files-link";
import { captionsPath } from "~/features/admin/admin-paths";
import { captionsInWords, openingLabels, removalName } from "./library";
import type { RecordingFields } from "./use-recording-form";

export const NoFfmpegNotice = () => (
  <Notice kind="information" isAnnounced={false}>
    This server has no ffmpeg. MOV and MKV files, smaller versions for slow connections, the sound of a video to listen
    to, its picture and its length need ffmpeg. MP4 and WebM videos and sound files can be played without it.
  </Notice>
);

type VideoFieldsProps = {
  fields: RecordingFields;
  upload: ReactNode;
  isRemovable: boolean;
};

/** Asks for the video: a file or an address. */
export const VideoFields = ({ fields, upload, isRemovable }: VideoFieldsProps) => (
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
    <div className="grid gap-4.5 group-has-[[value=address]:checked]:hidden">
      {upload}
      {isRemovable && <CheckField label="Remove the video" field={fields.removeVideo} />}
      <TextField
        autoComplete="off"
        label="Picture at (optional)"
        field={fields.posterAt}
        hint="For example 1:05. This moment of the video is its picture, unless it has a thumbnail."
      />
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
);

type CaptionsFieldsProps = {
  captions: ListedCaptions[];
  fields: RecordingFields;
  /** The address of the recording's form. */
  action: string;
  languages: { value: string; label: string }[];
  upload: ReactNode;
  refused: RefusedForm | undefined;
};

/** Lists captions, to be corrected or removed, and asks for those in one more language. */
export const CaptionsFields = ({ captions, fields, action, languages, upload, refused }: CaptionsFieldsProps) => (
  <div className="grid gap-4.5">
    {captions.length > 0 && (
      <ChoiceGroup legend="Captions" isLegendSmall>
        <input
          type="hidden"
          name="captionsWere"
          value={typedIn(refused, "captionsWere") ?? captionsInWords(captions)}
        />
        {captions.map(({ language, name, file }) => (
          <div key={language} className="flex flex-wrap items-center gap-x-5">
            <Check
              type="checkbox"
              id={removalName(language)}
              name={removalName(language)}
              defaultChecked={typedIn(refused, removalName(language)) === "on"}
              label={`Remove ${name} (${file})`}
            />
            <TextLink to={captionsPath(action, language)}>Correct the {name} text</TextLink>
          </div>
        ))}
      </ChoiceGroup>
    )}
    <div className="grid items-start gap-4.5 md:grid-cols-[2fr_1fr]">
      {upload}
      <SelectField label="Language of this file" field={fields.captionsLanguage} options={languages}>
        <option value="">Choose a language</option>
      </SelectField>
    </div>
    <FilesLink kind="captions" />
  </div>
);

const openings = Object.entries(openingLabels).map(([value, label]) => ({ value, label }));

/** Asks who may watch the recording, and from when on. */
export const AccessFields = ({ fields }: { fields: RecordingFields }) => (
  <div className="grid gap-4.5 group/access">
    <CheckField label="Free for every member" field={fields.isFree} />
    <div className="grid gap-4.5 group-has-[[name=isFree]:checked]/access:hidden">
      <ChoiceField
        legend="Opens for those who have bought it"
        isLegendSmall
        name="opens"
        options={openings}
        chosen={fields.opens.initialValue ?? "now"}
      />
      <div className="group-has-[[value=now]:checked]/access:hidden group-has-[[value=days]:checked]/access:hidden">
        <TextField label="Day on which it opens" field={fields.opensOn} type="date" />
      </div>
      <div className="group-has-[[value=now]:checked]/access:hidden group-has-[[value=day]:checked]/access:hidden">
        <TextField
          autoComplete="off"
          label="Days after buying"
          field={fields.opensAfterDays}
          inputMode="numeric"
          hint="From 1 to 365. 7 opens it a week after each member’s own purchase."
        />
      </div>
    </div>
  </div>
);
