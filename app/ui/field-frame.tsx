import type { ReactNode } from "react";
import { Icon } from "./icon";

const control =
  "min-h-12 w-full rounded-field border border-line-control bg-field py-2.5 text-body leading-[1.4] text-ink " +
  "hover:border-ink-soft focus-visible:rounded-field focus-visible:border-focus focus-visible:outline-offset-1 " +
  "aria-invalid:border-red-ink aria-invalid:[box-shadow:inset_0_0_0_1px_var(--color-red-ink)]";

const readOnly = "[&[readonly]]:border-transparent [&[readonly]]:bg-sunken [&[readonly]]:text-ink-soft";

export const inputStyle = `${control} ${readOnly} px-3.5`;

export const selectStyle = `${control} px-2.5 text-ellipsis`;

type Note = { id: string; hint?: string | undefined; error?: string | undefined };

type FieldFrameProps = Note & {
  label: ReactNode;
  className?: string | undefined;
  children: ReactNode | ((described: ReturnType<typeof describedBy>) => ReactNode);
};

export function FieldFrame({ label, className = "", children, ...note }: FieldFrameProps) {
  return (
    <div className={`grid grid-cols-1 content-start gap-1.5 ${className}`}>
      <label className="text-small leading-[1.4] font-semibold" htmlFor={note.id}>
        {label}
      </label>
      {typeof children === "function" ? children(describedBy(note)) : children}
      <FieldNote {...note} />
    </div>
  );
}

/** Returns the ARIA attributes that tie a control to its note. */
export const describedBy = ({ id, hint, error }: Note) => ({
  "aria-invalid": error ? true : undefined,
  "aria-describedby": error || hint ? `${id}-note` : undefined,
});

export function FieldNote({ id, hint, error }: Note) {
  const noteId = `${id}-note`;
  if (error) return <FieldError id={noteId}>{error}</FieldError>;
  return hint ? <Hint id={noteId}>{hint}</Hint> : null;
}

type HintProps = { id?: string; className?: string; children: ReactNode };

export const Hint = ({ id, className = "", children }: HintProps) => (
  <p className={`text-small leading-[1.4] text-ink-quiet ${className}`} id={id}>
    {children}
  </p>
);

const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className="flex items-start gap-1.5 text-small leading-[1.4] font-semibold text-red-ink" id={id}>
    <Icon name="error" className="mt-0.5 size-4.25" />
    {children}
  </p>
);
