import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

type WelcomeCardProps = {
  title: string;
  children: ReactNode;
  action: { label: string; to: string };
  /** Other ways on, beside the action. */
  more?: ReactNode;
};

/** What greets a member on her own page. */
export function WelcomeCard({ title, children, action, more }: WelcomeCardProps) {
  return (
    <section className="welcome on-deep">
      <RisingBreath />
      <h1 className="display">{title}</h1>
      <p>{children}</p>
      <div className="welcome__ways">
        <Link className="btn btn--paper" to={action.to}>
          {action.label}
        </Link>
        {more}
      </div>
    </section>
  );
}

/** Each ring with its centre: they rest on one another. */
const rings = [
  { y: 200, radius: 190 },
  { y: 234, radius: 156 },
  { y: 262, radius: 128 },
  { y: 285, radius: 105 },
  { y: 304, radius: 86 },
  { y: 320, radius: 70 },
  { y: 332, radius: 58 },
  { y: 343, radius: 47 },
];

function RisingBreath() {
  return (
    <svg className="welcome__art" viewBox="0 0 400 400" aria-hidden="true" focusable="false">
      {rings.map(({ y, radius }) => (
        <circle key={y} cx="200" cy={y} r={radius} />
      ))}
      <circle className="core" cx="200" cy="351" r="39" />
    </svg>
  );
}
