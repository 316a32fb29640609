import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepOfflinePage } from "~/lib/connection/offline-page";
import { ReferenceContext } from "~/lib/document";

const shownReference = document.querySelector("[data-reference]")?.textContent ?? undefined;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <ReferenceContext.Provider value={shownReference}>
        <RemixBrowser />
      </ReferenceContext.Provider>
    </StrictMode>,
  );
});

if (process.env.NODE_ENV === "production") keepOfflinePage(window);
