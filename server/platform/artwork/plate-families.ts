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

type Ink = ReturnType<typeof createInk>;

const toFixed = (length: number) => Number(length.toFixed(1));

const fade = (opacity: number) => (opacity < 1 ? ` opacity="${opacity.toFixed(2)}"` : "");

/** Uses attributes, not styles, so that colours survive any content security policy. */
export function createInk({ ground, line: stroke, disc: fill }: Triad) {
  const thin = (colour: string) => `stroke="${colour}" vector-effect="non-scaling-stroke"`;
  const circle = (paint: string, x: number, y: number, radius: number, opacity = 1) =>
    `<circle ${paint} cx="${toFixed(x)}" cy="${toFixed(y)}" r="${toFixed(radius)}"${fade(opacity)}/>`;
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
      const swings = `t${toFixed(length / 2)} 0`.repeat(Math.ceil(width / length) * 2 + 3);
      const start = `M${toFixed(-length * shift)} ${toFixed(y)}`;
      return line(
        `${start}q${toFixed(length / 4)} ${toFixed(-2 * amplitude)} ${toFixed(length / 2)} 0${swings}`,
        opacity,
      );
    },
  };
}

/** `unit` is the shorter side, `step` the position in a series (0 to 1). */
export type Sheet = {
  width: number;
  height: number;
  unit: number;
  chance: () => number;
  step: number | null;
  ink: Ink;
};

const count = (length: number, first = 0) => Array.from({ length }, (_, index) => first + index);

export function tide({ width, height, unit, chance, ink }: Sheet): string {
  const x = width * (0.36 + 0.28 * chance());
  const y = height * (0.44 + 0.16 * chance());
  const rings = 10 + Math.floor(3 * chance());
  const core = unit * (0.09 + 0.04 * chance());
  const gap = unit * (0.052 + 0.014 * chance());
  const outward = count(rings, 1).reverse();
  return outward.map((i) => ink.ring(x, y, core + gap * i ** 1.28, 1 - 0.055 * i)).join("") + ink.disc(x, y, core);
}

export function still({ width, height, unit, chance, ink }: Sheet): string {
  const x = width * (0.4 + 0.2 * chance());
  const y = height * (0.42 + 0.06 * chance());
  const radius = unit * (0.36 + 0.04 * chance());
  const glow = count(6).map((i) => ink.disc(x, y, radius * (1 - (i / 6) * 0.82), 0.2 + 0.08 * i));
  const reflection = count(3).map((i) => {
    const half = width * (0.34 - 0.1 * i);
    const level = y + radius * 1.14 + unit * (0.04 + 0.05 * i);
    return ink.line(`M${toFixed(x - half)} ${toFixed(level)}h${toFixed(2 * half)}`, 0.8 - 0.2 * i);
  });
  return [...glow, ink.ring(x, y, radius * 1.14, 0.55), ...reflection].join("");
}

export function sway({ width, height, unit, chance, ink }: Sheet): string {
  const x = width * (0.52 + 0.2 * chance());
  const length = unit * (0.62 + 0.2 * chance());
  const shift = 0.15 + 0.7 * chance();
  const sun = ink.disc(x, height * 0.4, unit * (0.19 + 0.04 * chance()));
  const lines = count(9).map((i) => {
    const y = height * 0.36 + i * unit * 0.074;
    return ink.wave(width, y, unit * (0.028 + 0.004 * i), length, ((shift + i * 0.09) % 1) + 0.02, 0.45 + 0.06 * i);
  });
  return [sun, ...lines].join("");
}

export function held({ width, height, unit, chance, step, ink }: Sheet): string {
  const circles = 7;
  const x = width * (0.46 + 0.08 * chance());
  const base = height * 0.5 + unit * 0.41;
  const shrink = 0.79 + 0.02 * chance();
  const tilt = (chance() - 0.5) * 0.5;
  const filled = step === null ? circles - 1 : Math.round(circles - 1 - step * (circles - 3));
  const drawn = count(circles + 4, -4).map((i) => {
    const radius = unit * 0.4 * shrink ** i;
    const centre = [x + Math.sin(tilt) * (unit * 0.4 - radius), base - radius] as const;
    if (i === filled) return ink.disc(...centre, radius);
    if (i > filled) return ink.inner(...centre, radius);
    return ink.ring(...centre, radius, i < 0 ? 0.55 + 0.1 * i : 0.6 + 0.05 * i);
  });
  return drawn.join("");
}

export function rise({ width, height, unit, chance, ink }: Sheet): string {
  const x = width * (0.4 + 0.2 * chance());
  const y = height * (0.6 + 0.04 * chance());
  const core = unit * 0.14;
  const gap = unit * (0.05 + 0.012 * chance());
  const arc = (radius: number) =>
    `M${toFixed(x - radius)} ${toFixed(y)}a${toFixed(radius)} ${toFixed(radius)} 0 0 1 ${toFixed(2 * radius)} 0`;
  const arcs = count(8, 1).map((i) => ink.line(arc(core + gap * i ** 1.2), 1 - 0.07 * i));
  const horizon = ink.line(`M0 ${toFixed(y)}H${width}`);
  const light = count(5, 1).map((i) => {
    const half = core * 2.1 * (1 - i / 6.5);
    return ink.line(`M${toFixed(x - half)} ${toFixed(y + i * unit * 0.05)}h${toFixed(2 * half)}`, 0.9 - 0.12 * i);
  });
  return [ink.half(`${arc(core)}z`), ...arcs, horizon, ...light].join("");
}

export function pair({ width, height, unit, chance, ink }: Sheet): string {
  const side = chance() > 0.5 ? 1 : -1;
  const largeX = width * 0.5 - side * unit * 0.12;
  const largeY = height * (0.46 + 0.04 * chance());
  const smallX = largeX + side * unit * (0.29 + 0.04 * chance());
  const smallY = largeY + unit * (0.13 + 0.05 * chance());
  const large = count(7, 1).map((i) => ink.ring(largeX, largeY, unit * 0.052 * i, 0.55 + 0.06 * i));
  const small = [4, 3, 2].map((i) => ink.ring(smallX, smallY, unit * 0.052 * i));
  return [...large, ...small, ink.disc(smallX, smallY, unit * 0.07)].join("");
}

export function gather({ width, height, unit, chance, ink }: Sheet): string {
  const x = width * 0.5;
  const y = height * 0.5;
  const people = 7 + Math.floor(3 * chance());
  const radius = unit * 0.29;
  const turn = chance() * 6.28;
  const marked = Math.floor(chance() * people);
  const rings = (
    [
      [0.29, 0.9],
      [0.41, 0.5],
      [0.53, 0.3],
      [0.65, 0.2],
      [0.15, 0.7],
      [0.07, 0.7],
    ] as const
  ).map(([size, opacity]) => ink.ring(x, y, unit * size, opacity));
  const seated = count(people).map((i) => {
    const angle = turn + (i * 6.2832) / people;
    const seat = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
    return i === marked ? ink.disc(...seat, unit * 0.062) : ink.dot(...seat, unit * 0.036);
  });
  return [...rings, ...seated].join("");
}

export function swell({ width, height, unit, chance, ink }: Sheet): string {
  const x = width * (0.42 + 0.16 * chance());
  const slope = unit * (0.17 + 0.04 * chance());
  const middle = 5 + 2 * chance();
  const lines = count(12).map((i) => {
    const y = height * 0.44 + i * unit * 0.05;
    const top = toFixed(y - unit * 0.16 * Math.exp(-(((i - middle) / 3.4) ** 2)));
    const [level, centre] = [toFixed(y), toFixed(x)];
    const up = `C${toFixed(x - slope)} ${level} ${toFixed(x - slope)} ${top} ${centre} ${top}`;
    const down = `S${toFixed(x + slope)} ${level} ${toFixed(x + 2 * slope)} ${level}`;
    return ink.line(`M0 ${level}H${toFixed(x - 2 * slope)}${up}${down}H${width}`, 0.5 + 0.04 * i);
  });
  return [ink.disc(x, height * 0.26, unit * 0.08), ...lines].join("");
}

export function ebb({ width, height, unit, chance, step, ink }: Sheet): string {
  const set = step ?? 0.25 * chance();
  const x = width * (0.3 + 0.4 * chance());
  const sea = height * 0.54;
  const y = height * (0.27 + 0.29 * set);
  const length = unit * (0.7 + 0.2 * chance());
  const shift = 0.1 + 0.8 * chance();
  const rough = 1.35 - 0.95 * set;
  const halo = (
    [
      [0.2, 0.5],
      [0.27, 0.35],
      [0.35, 0.22],
      [0.45, 0.14],
    ] as const
  ).map(([size, opacity]) => ink.ring(x, y, unit * size, opacity));
  const moon = ink.disc(x, y, unit * (0.12 + 0.02 * chance()));
  const water = count(8).map((i) => {
    const level = sea + i ** 1.15 * unit * 0.05;
    const amplitude = unit * 0.005 * rough * i;
    return ink.wave(width, level, amplitude, length, ((shift + i * 0.06) % 1) + 0.02, 0.45 + 0.07 * i);
  });
  return [...halo, moon, ink.cover(`M0 ${toFixed(sea)}H${width}V${height}H0z`), ...water].join("");
}
