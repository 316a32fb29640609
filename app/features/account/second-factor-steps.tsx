import type { ReactNode } from "react";

type SecondFactorStepsProps = {
  /** In groups of four. */
  secret: string;
  /** For an app on this very device. */
  uri: string;
  /** An SVG of the server's own making. */
  qrCode: string;
  /** The form that confirms it. */
  children: ReactNode;
};

/** What to do with the authenticator app, in order. */
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
