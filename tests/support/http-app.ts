import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import type { Services } from "@server/core/services";
import { createDevRouter } from "@dev/index";
import { createHttpApp } from "@server/http/app";
import { apiFor, attempt, load } from "~/server/api.server";
import { signInForm } from "~/server/schemas.server";

/** Serves the HTTP app with two stub pages: `/form` signs in with posted fields, `/me` returns the account. */
export async function serve(
  services: Services,
  routes: Record<string, object> = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(
    createHttpApp(services, { build: stubBuild(routes), devRouter: createDevRouter(services, undefined) }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const formPage = {
  async action(args: ActionFunctionArgs) {
    const typed = signInForm.parse(Object.fromEntries(await args.request.formData()));
    const signedIn = await attempt(apiFor(args).accounts.signIn(typed));
    return Response.json(signedIn, { headers: { "Set-Cookie": "flash=hello; Path=/" } });
  },
};

const mePage = {
  loader: async (args: LoaderFunctionArgs) => Response.json(await load(apiFor(args).accounts.me())),
};

const page = (path: string, module: object) => ({
  id: `routes/${path}`,
  path,
  module: module as { default: undefined },
});

export const stubBuild = (routes: Record<string, object>): ServerBuild => ({
  mode: "test",
  // Instead of a page, the data that its script would get.
  entry: {
    module: { default: (_asked, status, _headers, page) => new Response(page.serverHandoffStream, { status }) },
  },
  routes: Object.fromEntries(
    Object.entries({ form: formPage, me: mePage, ...routes }).map(([path, module]) => [
      `routes/${path}`,
      page(path, module),
    ]),
  ),
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  publicPath: "/build/",
  assetsBuildDirectory: "public/build",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_singleFetch: true,
  },
  isSpaMode: false,
});
