import { anAccount, password } from "./accounts";
import { serve } from "./http-app";
import { startTestApp, test as appTest, type TestApp } from "./test-app";

export type RequestSender = (
  path: string,
  options?: { cookie?: string | undefined; form?: object; call?: object; headers?: object },
) => Promise<Response>;

/** Serves the HTTP app with stub pages; `send` sends it requests. */
export const test = appTest.extend<{ send: RequestSender }>({
  send: async ({ app }, use) => {
    const { url, stop } = await serve(app.services);
    await use(sendTo(url));
    await stop();
  },
});

/** The same for a live site behind a proxy on this machine. */
export const liveTest = test.extend<{ app: TestApp }>({
  app: async ({ db }, use) => {
    const settings = { isLive: true, trustProxy: "loopback", siteUrl: "https://breathe.example" };
    const { app, stop } = await startTestApp({ db, settings });
    await use(app);
    await stop();
  },
});

export const sendTo =
  (url: string): RequestSender =>
  (path, { cookie, form, call, headers } = {}) =>
    fetch(url + path, {
      method: form || call ? "POST" : "GET",
      redirect: "manual",
      headers: { ...(cookie && { Cookie: cookie }), ...(call && { "Content-Type": "application/json" }), ...headers },
      body: form ? new URLSearchParams(form as Record<string, string>) : call ? JSON.stringify(call) : null,
    });

export const signInCall = (email: string, typed = password) => ({ call: { email, password: typed } });
export const cookiesOf = (answer: Response) => answer.headers.getSetCookie();
export const sessionOf = (answer: Response) =>
  /^((?:__Host-)?breathroom_session=[^;]+)/.exec(cookiesOf(answer).at(-1) ?? "")?.[1];

export async function signInOverHttp(app: TestApp, send: RequestSender) {
  const { email } = await anAccount(app.db);
  const answer = await send("/api/trpc/accounts.signIn", signInCall(email));
  return { email, cookie: sessionOf(answer)!, answer };
}

export { expect } from "./test-app";
