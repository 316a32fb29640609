import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { busyRefusal } from "../core/busy";

type Handler = (args: LoaderFunctionArgs | ActionFunctionArgs) => unknown;
type Routes = ServerBuild["routes"];

/**
 * Returns the build with loaders and actions that keep their request's place to their end, and whose unexpected errors
 * are logged and become a response of status 500 that holds the request's id, for the error page; those that pass by
 * themselves become a 503. Refusals, redirects and aborted requests pass.
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
    // Remix waits for no loader or action whose browser has left.
    const done = args.context.keepPlace();
    try {
      return await handler(args);
    } catch (error) {
      if (!(error instanceof Error) || args.request.signal.aborted) throw error;
      const { requestId, services } = args.context;
      const refusal = busyRefusal(error);
      if (refusal) {
        services.log.warn({ err: refusal.cause ?? refusal, route, method: args.request.method }, "page not available");
        const headers = { "Retry-After": String(refusal.retryAfterSeconds) };
        throw new Response(refusal.message, { status: 503, statusText: "Service Unavailable", headers });
      }
      services.log.error({ err: error, route, method: args.request.method }, "page failed");
      throw Response.json({ requestId }, { status: 500, statusText: "Internal Server Error" });
    } finally {
      done();
    }
  };
}
