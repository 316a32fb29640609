import type { ReactNode } from "react";

type SubmitButtonProps = { isBusy: boolean; busyLabel?: string; className?: string; children: ReactNode };

/** Keeps its place and says so while its form is on the way. */
export function SubmitButton({ isBusy, busyLabel = "Processing...", className = "", children }: SubmitButtonProps) {
  return (
    <button className={`btn ${className} ${isBusy ? "is-busy" : ""}`} type="submit" aria-disabled={isBusy || undefined}>
      {isBusy && <span className="btn__ring" aria-hidden="true" />}
      {isBusy ? busyLabel : children}
    </button>
  );
}
