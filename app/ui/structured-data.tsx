import { useContext } from "react";
import { NonceContext } from "~/lib/document-context";

export function StructuredData({ data }: { data: object }) {
  const nonce = useContext(NonceContext);
  // An unescaped "<" could end the script element.
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
