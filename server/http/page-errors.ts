import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";

type Handler = (args: LoaderFunctionArgs | ActionFunctionArgs) => unknown;
type Routes = ServerBuild["routes"];

/**
 * Returns the build with loaders and actions whose unexpected errors are logged and become a response of status 500
 * that holds the request's id, for the error page. Refusals, redirects and aborted requests pass.
 */
export function reportPageErrors(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route?.module ?? {};
    const module = {
      ...route?.module,
      ...(loader && { loader: reporting(id, loader) }),
      ...(action && { action: reporting(id, action) }),
    };
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) as Routes };
}

function reporting(route: string, handler: Handler): Handler {
  return async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      if (!(error instanceof Error) || args.request.signal.aborted) throw error;
      const { requestId, services } = args.context;
      services.log.error({ err: error, route, method: args.request.method }, "page failed");
      throw Response.json({ requestId }, { status: 500, statusText: "Internal Server Error" });
    }
  };
}
