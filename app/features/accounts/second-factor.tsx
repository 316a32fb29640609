import { type ReactNode, useEffect, useRef } from "react";
import { ButtonLink } from "~/ui/button";
import { CopyButton, KeyText } from "~/ui/copy-button";
import { Hint } from "~/ui/field-frame";
import { Lede } from "~/ui/text";
import { textLinkStyle } from "~/ui/link";

type SecondFactorStepsProps = {
  /** The secret in groups of four. */
  secret: string;
  uri: string;
  qrCode: string;
  children: ReactNode;
};

export function SecondFactorSteps({ secret, uri, qrCode, children }: SecondFactorStepsProps) {
  return (
    <ol className="grid max-w-text gap-6 *:grid *:justify-items-start *:gap-3.5">
      <li>
        <h2 className="text-title">1. Open your authenticator app</h2>
        <p>Any app that shows six-digit codes works. If you don’t have one, install one on your phone first.</p>
      </li>
      <li>
        <h2 className="text-title">2. Scan this code with it</h2>
        <div
          className="w-52 rounded-paper border border-line bg-paper-hover p-2 [&>svg]:block [&>svg]:h-auto [&>svg]:w-full"
          role="img"
          aria-label="QR code for your app"
          dangerouslySetInnerHTML={{ __html: qrCode }}
        />
        <p>
          Can&apos;t scan it?{" "}
          <a className={textLinkStyle} href={uri}>
            Open the app on this device
          </a>
          , or type this key into it:
        </p>
        <KeyText>{secret}</KeyText>
      </li>
      <li className="w-full">
        <h2 className="text-title">3. Enter the code it shows</h2>
        {children}
      </li>
    </ol>
  );
}

/** Shows the codes only once: the server keeps digests of them. */
export function RecoveryCodes({ codes, doneTo }: { codes: string[]; doneTo: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus has been removed.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid max-w-208 gap-6">
      <h1 ref={heading} className="text-display" tabIndex={-1}>
        Your recovery codes
      </h1>
      <Lede role="status">
        Keep these ten codes somewhere safe, on paper or in your password manager. They won’t be shown again.
      </Lede>
      <ul className="grid w-full grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-2">
        {codes.map((code) => (
          <li key={code}>
            <KeyText className="text-center">{code}</KeyText>
          </li>
        ))}
      </ul>
      <p>Each code works once, in place of a code from your app. Use one if you lose your phone.</p>
      <div className="print:hidden flex flex-wrap items-center gap-3">
        <ButtonLink to={doneTo}>I’ve saved my codes</ButtonLink>
        <CopyButton text={codes.join("\n")} label="Copy codes" />
      </div>
      <Hint className="print:hidden">To keep them on paper, print this page.</Hint>
    </div>
  );
}
