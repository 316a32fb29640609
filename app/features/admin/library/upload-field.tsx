import { useEffect, useRef } from "react";
import { useIsHydrated } from "~/lib/document";
import { errorToast, showToast } from "~/lib/toast";
import { Button } from "~/ui/button";
import { FileField, FileLine } from "~/ui/file-field";
import { type UploadKind, type UploadState, useUnfinishedUploads, useUpload } from "./upload";
import { Hint } from "~/ui/field-frame";

export type ChosenFile = { id: string; name: string; size: string };

type UploadFieldProps = {
  label: string;
  /** The file's field; a hidden field of this name plus "Id" has its id. */
  name: string;
  kind: UploadKind;
  accept: string;
  hint: string;
  file: ChosenFile | null;
  error: string | undefined;
  failureOf: (message: string) => string;
  onUnderWay: (isUnderWay: boolean) => void;
};

/** Sends a file as soon as it is chosen, or with its form if scripting is not available. */
export function UploadField(props: UploadFieldProps) {
  const { label, name, kind, accept, hint, error, failureOf, onUnderWay } = props;
  const { state, begin, ...controls } = useUpload(kind);
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useIsHydrated();
  const unfinished = useUnfinishedUploads(kind);
  const file = state.phase === "done" ? state.file : props.file;
  const failure = state.phase === "failed" ? failureOf(state.message) : null;
  useEffect(() => onUnderWay("percent" in state), [state, onUnderWay]);
  useEffect(() => {
    if (failure) showToast(errorToast(failure));
  }, [failure]);
  const initialBegin = useRef(begin);
  useEffect(() => {
    // The file may have been chosen before hydration.
    const [chosen] = input.current?.files ?? [];
    if (chosen) void initialBegin.current(chosen);
  }, []);
  const shownError = state.phase === "failed" ? state.message : state.phase === "idle" ? error : undefined;
  return (
    <FileField
      inputRef={input}
      label={label}
      id={name}
      // With scripting the file is sent before its form.
      name={isHydrated ? undefined : name}
      accept={accept}
      error={shownError}
      hint={hint}
      onChange={({ target }) => target.files?.[0] && void begin(target.files[0])}
      stored={
        <>
          {file && <ChosenLine file={file} isNew={state.phase === "done"} />}
          <input type="hidden" name={`${name}Id`} value={file?.id ?? ""} />
        </>
      }
    >
      {"percent" in state && (
        <UploadProgress
          state={state}
          {...controls}
          cancel={() => {
            controls.cancel();
            if (input.current) input.current.value = "";
          }}
        />
      )}
      {state.phase === "idle" && unfinished.length > 0 && (
        <Hint>The upload of {unfinished.join(", ")} didn’t finish. Choose the same file again to continue.</Hint>
      )}
    </FileField>
  );
}

const ChosenLine = ({ file: { name, size }, isNew }: { file: ChosenFile; isNew: boolean }) => (
  <FileLine name={name} note={isNew ? `${size}, uploaded` : size} isNew={isNew} />
);

type UploadProgressProps = {
  state: Extract<UploadState, { percent: number }>;
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  cancel: () => void;
};

const phaseLabels = {
  sending: "Uploading",
  paused: "Paused",
  waiting: "Connection lost. The upload continues when you’re back online.",
};

const progressStyle = [
  "h-2 w-full appearance-none overflow-hidden rounded-round bg-field accent-action",
  "[&::-webkit-progress-bar]:bg-field [&::-webkit-progress-value]:bg-action [&::-webkit-progress-value]:transition-[width]",
  "[&::-webkit-progress-value]:duration-(--duration-quick) [&::-webkit-progress-value]:ease-out",
  "[&::-moz-progress-bar]:bg-action",
].join(" ");

function UploadProgress({ state: { phase, name, percent }, pause, resume, cancel }: UploadProgressProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 rounded-paper bg-sunken px-4.5 py-3.5">
      <progress className={progressStyle} max={100} value={percent} aria-label={`Upload of ${name}`} />
      <span className="min-w-[3.5ch] text-right lining-nums tabular-nums">{percent}%</span>
      <p className="col-span-full text-small wrap-anywhere text-ink-soft">
        <span role="status">{phaseLabels[phase]}</span> {name}
      </p>
      <div className="col-span-full flex flex-wrap gap-2">
        <Button
          kind="quiet"
          size="small"
          type="button"
          onClick={() => (phase === "sending" ? void pause() : void resume())}
        >
          {phase === "sending" ? "Pause" : phase === "paused" ? "Resume" : "Try again"}
        </Button>
        <Button kind="quiet" size="small" type="button" onClick={cancel}>
          Cancel upload
        </Button>
      </div>
    </div>
  );
}
