const ringRadii = [109, 129, 154, 182, 212, 245, 279, 316, 354, 394, 435, 478, 522];

type BreathProps = { className?: string; isOnDeep?: boolean };

/** Draws the animated circles of a masthead. The class name gives its place and size. */
export function Breath({ className = "", isOnDeep = false }: BreathProps) {
  const [disc, ring] = isOnDeep ? ["fill-deep-disc", "stroke-deep-art"] : ["", undefined];
  return (
    <svg className={`breath ${className}`} viewBox="0 0 800 800" aria-hidden="true" focusable="false">
      <circle className={`core ${disc}`} cx="400" cy="400" r="96" />
      {ringRadii.map((radius, index) => (
        <circle key={radius} className={ring} cx="400" cy="400" r={radius} opacity={(1 - index * 0.075).toFixed(2)} />
      ))}
    </svg>
  );
}

const waveLines = [28, 39, 54.2, 71.4, 90.2, 110.2];

export function Waves() {
  return (
    <svg
      className="absolute inset-x-0 top-0 h-36 w-full fill-none stroke-deep-art stroke-1"
      viewBox="0 0 1440 150"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      focusable="false"
    >
      {waveLines.map((y, index) => (
        <path
          key={y}
          opacity={(1 - index * 0.15).toFixed(2)}
          d={`M-460 ${y}q115 ${(-18 + index * 2.8).toFixed(1)} 230 0${"t230 0".repeat(10)}`}
        />
      ))}
    </svg>
  );
}

export function WavyLine() {
  return (
    <svg
      className="block h-3 w-full fill-none stroke-sage stroke-[1.25]"
      viewBox="0 0 320 12"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path vectorEffect="non-scaling-stroke" d={`M0 6q10-8 20 0${"t20 0".repeat(15)}`} />
    </svg>
  );
}

export function EmptyCircles() {
  return (
    <svg className="size-24 fill-none stroke-sage stroke-1" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <circle cx="50" cy="50" r="48" />
      <circle cx="50" cy="59" r="37" />
      <circle cx="50" cy="68" r="26" />
      <circle cx="50" cy="77" r="15" />
    </svg>
  );
}
