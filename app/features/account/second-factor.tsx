import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { CopyButton } from "~/ui/copy-button";

type SecondFactorStepsProps = {
  /** In groups of four. */
  secret: string;
  /** For an authenticator app on the same device. */
  uri: string;
  /** An SVG made by the server. */
  qrCode: string;
  children: ReactNode;
};

export function SecondFactorSteps({ secret, uri, qrCode, children }: SecondFactorStepsProps) {
  return (
    <ol className="steps">
      <li>
        <h2 className="title">1. Open your authenticator app</h2>
        <p>Any app that shows six-digit codes will do. If you have none, install one on your phone first.</p>
      </li>
      <li>
        <h2 className="title">2. Scan this code with it</h2>
        <div className="qr" role="img" aria-label="QR code for your app" dangerouslySetInnerHTML={{ __html: qrCode }} />
        <p>
          Can&apos;t scan it?{" "}
          <a className="link" href={uri}>
            Open the app on this device
          </a>
          , or type this key into it:
        </p>
        <p className="key">{secret}</p>
      </li>
      <li className="w-full">
        <h2 className="title">3. Type the code that it shows</h2>
        {children}
      </li>
    </ol>
  );
}

/** Shown only once: the server keeps digests of them. */
export function RecoveryCodes({ codes, doneTo }: { codes: string[]; doneTo: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus has been removed.
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
