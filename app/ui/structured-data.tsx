import { useContext } from "react";
import { NonceContext } from "~/lib/document-context";

/** A page's subject for search engines. */
export function StructuredData({ data }: { data: object }) {
  const nonce = useContext(NonceContext);
  // A "<" could end the script before its time.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
