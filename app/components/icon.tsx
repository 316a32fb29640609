const drawings = {
  "arrow-left": "M16 10H4m5-5-5 5 5 5",
  "arrow-right": "M4 10h12m-5-5 5 5-5 5",
  check: "m4 10.5 4 4 8-9",
  chevron: "m5 8 5 5 5-5",
  close: "m5 5 10 10M15 5 5 15",
  error: "M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0M10 6.5v4M10 13.4v.1",
  information: "M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0M10 9.5v4M10 6.6v.1",
  menu: "M3 7h14M3 13h14",
};

export type IconName = keyof typeof drawings;

/** Decoration beside a text, or inside of a control that has a name of its own. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  );
}
