import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { formatFileSize } from "~/lib/file-size";
import { FieldFrame } from "./field-frame";
import { Icon } from "./icon";

/** The browser's own control with its text, which also takes dropped files; only its look is ours. */
const fileStyle = [
  "min-h-14 w-full cursor-pointer rounded-field border border-dashed border-line-control bg-field p-1.5 text-small text-ink-soft",
  "hover:border-ink-soft focus-visible:rounded-field focus-visible:border-focus focus-visible:outline-offset-1",
  "aria-invalid:border-red-ink aria-invalid:[box-shadow:inset_0_0_0_1px_var(--color-red-ink)]",
  "file:mr-3.5 file:min-h-11 file:cursor-pointer file:rounded-round file:border file:border-solid file:border-line-control",
  "file:bg-transparent file:px-4.5 file:font-semibold file:text-ink hover:file:bg-sunken",
].join(" ");

type FileFieldProps = Omit<ComponentProps<"input">, "type" | "className" | "id" | "children"> & {
  id: string;
  label: string;
  hint: string;
  error: string | undefined;
  className?: string;
  inputRef?: RefObject<HTMLInputElement>;
  /** What is stored already. */
  stored?: ReactNode;
  /** What follows the control, in place of the name and the size of the chosen file. */
  children?: ReactNode;
};

/** Chooses a file. With scripting its whole name and its size stand below. */
export function FileField(props: FileFieldProps) {
  const { id, label, hint, error, className, inputRef, stored, children, onChange, ...attributes } = props;
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  const [chosen, setChosen] = useState<File | null>(null);
  useEffect(() => {
    // It may have been chosen before hydration.
    setChosen(input.current?.files?.[0] ?? null);
  }, [input]);
  return (
    <FieldFrame label={label} id={id} hint={hint} error={error} className={className}>
      {(described) => (
        <>
          {stored}
          <input
            {...attributes}
            {...described}
            ref={input}
            className={fileStyle}
            type="file"
            id={id}
            onChange={(event) => {
              setChosen(event.target.files?.[0] ?? null);
              onChange?.(event);
            }}
          />
          {children ?? (chosen && <FileLine name={chosen.name} note={formatFileSize(chosen.size)} isNew />)}
        </>
      )}
    </FieldFrame>
  );
}

type FileLineProps = { name: string; note: string; isNew: boolean };

/** Shows the name of a file with a note on it; a new one is announced. */
export const FileLine = ({ name, note, isNew }: FileLineProps) => (
  <p className="flex items-center gap-2 wrap-anywhere" role={isNew ? "status" : undefined}>
    <Icon name="check" className="icon--s" />
    <span>
      {name} <small className="text-small text-ink-quiet">{note}</small>
    </span>
  </p>
);
