import type { Progress } from "@server/recordings/schemas";

/** How far a recording has been watched, along the edge of its picture; the words stand below it. */
export function ProgressLine({ progress: { percent, isFinished } }: { progress: Progress }) {
  if (percent === null && !isFinished) return null;
  return (
    <svg className="progress" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path d={`M0 .5H${isFinished ? 100 : percent}`} />
    </svg>
  );
}
