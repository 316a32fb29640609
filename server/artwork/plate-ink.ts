/** Literal values: a picture can't read the page's stylesheet. */
export const triads = {
  breathwork: { ground: "#dbe5d9", line: "#1b4a42", disc: "#b5522f" },
  meditation: { ground: "#cfdee1", line: "#2a5468", disc: "#fbf3df" },
  movement: { ground: "#f0d5c3", line: "#8f3d20", disc: "#e2a06f" },
  pregnancy: { ground: "#f4e1d4", line: "#9e4526", disc: "#c9673f" },
  postpartum: { ground: "#f6e7c3", line: "#80560f", disc: "#dd9f3d" },
  mothers: { ground: "#e6d9c6", line: "#5e3b29", disc: "#b5522f" },
  workshop: { ground: "#1b4a42", line: "#c5d8c6", disc: "#e8b964" },
  other: { ground: "#e3ddcf", line: "#3c524b", disc: "#8fa68f" },
  sleep: { ground: "#1c3f45", line: "#b9d0cd", disc: "#f1dcab" },
} as const;
export type TriadName = keyof typeof triads;
type Triad = (typeof triads)[TriadName];

export type Ink = ReturnType<typeof createInk>;

export const fixed = (length: number) => Number(length.toFixed(1));

const fade = (opacity: number) => (opacity < 1 ? ` opacity="${opacity.toFixed(2)}"` : "");

/** Uses attributes, not styles, so that colours survive any content security policy. */
export function createInk({ ground, line: stroke, disc: fill }: Triad) {
  const thin = (colour: string) => `stroke="${colour}" vector-effect="non-scaling-stroke"`;
  const circle = (paint: string, x: number, y: number, radius: number, opacity = 1) =>
    `<circle ${paint} cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius)}"${fade(opacity)}/>`;
  const line = (d: string, opacity = 1) => `<path ${thin(stroke)} d="${d}"${fade(opacity)}/>`;

  return {
    line,
    ring: (x: number, y: number, radius: number, opacity?: number) => circle(thin(stroke), x, y, radius, opacity),
    disc: (x: number, y: number, radius: number, opacity?: number) => circle(`fill="${fill}"`, x, y, radius, opacity),
    dot: (x: number, y: number, radius: number) => circle(`fill="${stroke}"`, x, y, radius),
    inner: (x: number, y: number, radius: number) => circle(`${thin(ground)} stroke-width="1"`, x, y, radius, 0.6),
    half: (d: string) => `<path fill="${fill}" d="${d}"/>`,
    cover: (d: string) => `<path fill="${ground}" d="${d}"/>`,
    wave(width: number, y: number, amplitude: number, length: number, shift: number, opacity: number) {
      const swings = `t${fixed(length / 2)} 0`.repeat(Math.ceil(width / length) * 2 + 3);
      const start = `M${fixed(-length * shift)} ${fixed(y)}`;
      return line(`${start}q${fixed(length / 4)} ${fixed(-2 * amplitude)} ${fixed(length / 2)} 0${swings}`, opacity);
    },
  };
}
