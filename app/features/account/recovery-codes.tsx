import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { CopyButton } from "../../ui/copy-button";

/** Shown once, on the answer that made them. */
export function RecoveryCodes({ codes, doneTo }: { codes: string[]; doneTo: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus has gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="cards">
      <h1 ref={heading} className="display" tabIndex={-1}>
        Your recovery codes
      </h1>
      <p role="status" className="lede">
        Keep these ten codes somewhere safe, on paper or in your password manager. They are shown only now.
      </p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code} className="key">
            {code}
          </li>
        ))}
      </ul>
      <p>Each works once, in place of a code from your app: for the day when your phone is lost.</p>
      <div className="not-printed flex flex-wrap items-center gap-3">
        <Link className="btn" to={doneTo}>
          I have kept them
        </Link>
        <CopyButton text={codes.join("\n")} label="Copy codes" />
      </div>
      <p className="not-printed hint">To have them on paper, print this page.</p>
    </div>
  );
}
