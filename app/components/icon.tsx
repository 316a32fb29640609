const drawings = {
  "arrow-left": "M16 10H4m5-5-5 5 5 5",
  "arrow-right": "M4 10h12m-5-5 5 5-5 5",
  calendar:
    "M5 4.5h10A1.5 1.5 0 0 1 16.5 6v9a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V6A1.5 1.5 0 0 1 5 4.5M3.5 8.5h13M7 3v3M13 3v3",
  check: "m4 10.5 4 4 8-9",
  chevron: "m5 8 5 5 5-5",
  circles: "M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M12.8 10a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0",
  close: "m5 5 10 10M15 5 5 15",
  copy: "M8.5 7H15a1.5 1.5 0 0 1 1.5 1.5V15a1.5 1.5 0 0 1-1.5 1.5H8.5A1.5 1.5 0 0 1 7 15V8.5A1.5 1.5 0 0 1 8.5 7M13 7V5a1.5 1.5 0 0 0-1.5-1.5H5A1.5 1.5 0 0 0 3.5 5v6.5A1.5 1.5 0 0 0 5 13h2",
  "eye-closed":
    "M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5zM12.2 10a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0M4 16 16 4",
  "eye-open": "M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5zM12.2 10a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0",
  error: "M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0M10 6.5v4M10 13.4v.1",
  history: "M4 10a6 6 0 1 0 1.8-4.3M4 3v3.5h3.5M10 7v3.3l2 1.4",
  home: "M3.5 9 10 3.5 16.5 9v7.5h-13z",
  information: "M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0M10 9.5v4M10 6.6v.1",
  key: "M10.5 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M9.5 11l7 6M13.5 14.4l1.6-1.8",
  menu: "M3 7h14M3 13h14",
  person: "M13 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0M4 16.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5",
  "sign-out": "M8 4H5a1.5 1.5 0 0 0-1.5 1.5v9A1.5 1.5 0 0 0 5 16h3M8.5 10h8m-3-3 3 3-3 3",
  video:
    "M4.5 4.5h11A1.5 1.5 0 0 1 17 6v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14V6a1.5 1.5 0 0 1 1.5-1.5M8.5 7.8v4.4l3.7-2.2z",
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
