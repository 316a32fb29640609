import { sessionCookieName } from "@server/accounts/lucia";
import { recogniseBrowser } from "@server/accounts/recognise-browser";
import { cookieName } from "@server/cookies";
import type { Services } from "@server/services";
import { createCaller } from "@server/trpc/caller";
import { contextFor } from "@server/trpc/request-context";

type Options = { address?: string; userAgent?: string };

/** Calls procedures one request at a time, and keeps the session cookie between them as a browser would. */
export class TestBrowser {
  /** What the session cookie holds; a test may plant or steal one. */
  sessionKey: string | null = null;
  readonly api: ReturnType<typeof createCaller>;

  constructor(services: Services, { address = "127.0.0.1", userAgent = "" }: Options = {}) {
    this.api = createCaller(async () => {
      const auth = await recogniseBrowser(services, {
        cookieHeader:
          this.sessionKey === null ? null : `${cookieName(services.settings, sessionCookieName)}=${this.sessionKey}`,
        userAgent,
        setCookie: (header) => this.#keep(header),
      });
      return contextFor(services, { cookieHeader: null, address, auth });
    });
  }

  #keep(header: string) {
    const [, value = "", maxAge] = /^[^=]+=([^;]*).*; Max-Age=(\d+)/.exec(header) ?? [];
    this.sessionKey = maxAge === "0" ? null : value;
  }
}
