import type { Progress } from "@server/selling/recordings/schemas";
import type { ReactNode } from "react";
import { Picture } from "~/ui/picture";

type PlateProps = {
  image: string;
  shape?: string;
  className?: string;
  isLazy?: boolean;
  placeholder?: ReactNode;
  children?: ReactNode;
};

export function Plate({ image, shape = "aspect-8/5", className = "", isLazy, placeholder, children }: PlateProps) {
  return (
    <div className={`relative overflow-hidden rounded-paper ${shape} ${className}`}>
      {placeholder}
      <Picture
        className={placeholder ? "relative size-full object-cover" : "size-full object-cover"}
        src={image}
        sizes="(min-width: 48rem) 26rem, 100vw"
        width="800"
        height="500"
        loading={isLazy ? "lazy" : undefined}
      />
      {children}
    </div>
  );
}

export const RecordingItem = ({ children }: { children: ReactNode }) => (
  <li className="group relative grid content-start gap-1.5">{children}</li>
);

/** Shows the picture in a list item, and the focus of the item's link. */
export const ItemPlate = (props: Omit<PlateProps, "className">) => (
  <Plate
    className="mb-2.5 group-has-[a:focus-visible]:outline-2 group-has-[a:focus-visible]:outline-offset-3 group-has-[a:focus-visible]:outline-focus"
    {...props}
  />
);

/** Shows the watched part, on a background of its own, so that it is visible on every picture. */
export function ProgressLine({ progress: { percent, isFinished } }: { progress: Progress }) {
  if (percent === null && !isFinished) return null;
  return (
    <svg
      className="absolute inset-x-0 bottom-0 h-1.5 w-full bg-paper stroke-paper-accent"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={`M0 .5H${isFinished ? 100 : percent}`} />
    </svg>
  );
}
