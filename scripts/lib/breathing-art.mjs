import sharp from "sharp";
import { cycleOf, fullness } from "./breath.mjs";

export const size = { width: 480, height: 270 };
export const framesPerSecond = 10;

/** The circles of the site's own artwork (server/platform/artwork), which widen with the breath. */
const drawings = {
  held({ full, unit }) {
    const base = { x: size.width / 2, y: size.height / 2 + unit * 0.43 };
    const scale = 0.82 + 0.18 * full;
    const circles = Array.from({ length: 5 }, (_, index) => unit * 0.43 * scale * 0.74 ** index);
    return circles.map((radius, index) => ({ ...base, y: base.y - radius, radius, isDisc: index === 4 }));
  },
  tide({ full, unit }) {
    const centre = { x: size.width / 2, y: size.height / 2 };
    const core = unit * (0.09 + 0.05 * full);
    const gap = unit * (0.055 + 0.02 * full);
    const rings = Array.from({ length: 5 }, (_, index) => core + gap * (index + 1) ** 1.22);
    return [{ ...centre, radius: core, isDisc: true }, ...rings.map((radius) => ({ ...centre, radius }))];
  },
};

/** Draws the frames of one breath, of which a recording is repeated. Returns their pixels in RGB. */
export async function drawBreath({ art, colours, breath }) {
  const count = cycleOf(breath) * framesPerSecond;
  const frames = [];
  for (let index = 0; index < count; index += 1) {
    const svg = drawFrame(art, colours, fullness(breath, index / framesPerSecond));
    frames.push(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer());
  }
  return frames;
}

function drawFrame(art, { ground, line, disc }, full) {
  const { width, height } = size;
  const circles = drawings[art]({ full, unit: height }).map(({ x, y, radius, isDisc }) => {
    const paint = isDisc ? `fill="${disc}"` : `fill="none" stroke="${line}" stroke-width="1.5"`;
    return `<circle ${paint} cx="${x}" cy="${y.toFixed(2)}" r="${radius.toFixed(2)}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<path fill="${ground}" d="M0 0h${width}v${height}H0z"/>${circles.join("")}</svg>`,
  ].join("");
}
