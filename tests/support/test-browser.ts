import { deviceCookieName } from "@server/accounts/known-devices";
import { signUpCookieName } from "@server/accounts/account-tokens";
import { sessionCookieName } from "@server/accounts/lucia";
import { authenticateRequest } from "@server/accounts/authenticate-request";
import { cookieName } from "@server/core/cookies";
import type { Services } from "@server/core/services";
import { createCaller } from "@server/api/root";
import { contextFor } from "@server/api/request-context";

type Options = { address?: string; userAgent?: string };

/** Calls procedures and keeps the cookies between the calls. */
export class TestBrowser {
  /** The session cookie; tests may plant or steal one. */
  sessionKey: string | null = null;
  /** The cookie of a known device. */
  deviceKey: string | null = null;
  /** The cookie of a browser that has signed up. */
  signUpKey: string | null = null;
  readonly api: ReturnType<typeof createCaller>;

  constructor(services: Services, { address = "127.0.0.1", userAgent = "" }: Options = {}) {
    this.api = createCaller(async () => {
      const auth = await authenticateRequest(services, {
        cookieHeader: this.#cookies(services),
        userAgent,
        setCookie: (header) => this.#keep(header),
      });
      return contextFor(services, { cookieHeader: null, address, auth });
    });
  }

  #cookies({ settings }: Services): string {
    const kept = [
      [sessionCookieName, this.sessionKey],
      [deviceCookieName, this.deviceKey],
      [signUpCookieName, this.signUpKey],
    ] as const;
    return kept.flatMap(([name, value]) => (value === null ? [] : `${cookieName(settings, name)}=${value}`)).join("; ");
  }

  #keep(header: string) {
    const [, name, value = "", maxAge] = /^([^=]+)=([^;]*).*; Max-Age=(\d+)/.exec(header) ?? [];
    if (name?.endsWith(deviceCookieName)) this.deviceKey = value;
    else if (name?.endsWith(signUpCookieName)) this.signUpKey = value;
    else this.sessionKey = maxAge === "0" ? null : value;
  }
}
