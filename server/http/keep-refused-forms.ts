import type { ActionFunctionArgs, ServerBuild } from "@remix-run/node";
import { setCookie } from "../core/cookies";
import { accountField, keepForm, keptSeconds, markedAccount } from "../kept-forms/kept-forms";

type Action = NonNullable<ServerBuild["routes"][string]>["module"]["action"];

/** Keeps the input of forms refused because the session has expired. Actions redirect before they read the body. */
export function keepRefusedForms(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route?.module.action) return [id, route] as const;
    return [id, { ...route, module: { ...route.module, action: wrapAction(route.module.action) } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function wrapAction(action: NonNullable<Action>): NonNullable<Action> {
  return async (args) => {
    try {
      return await action(args);
    } catch (thrown) {
      if (thrown instanceof Response) await keepTyped(args, thrown);
      throw thrown;
    }
  };
}

async function keepTyped({ request, context }: ActionFunctionArgs, refusal: Response): Promise<void> {
  const address = addressAfterSignIn(refusal);
  const fields = address && (await readFields(request));
  if (!fields) return;
  const { services } = context;
  const userId = markedAccount(services.settings, fields.get(accountField));
  const typed = [...fields].filter(([name]) => name !== accountField && !isSecret(name, address));
  if (!userId || typed.length === 0) return;
  const id = await keepForm(services, { userId, address, fields: typed });
  refusal.headers.append("Set-Cookie", setCookie(services.settings, "kept_form", id, keptSeconds));
}

function addressAfterSignIn({ headers }: Response): string | null {
  const location = headers.get("Location") ?? "";
  if (!/^\/sign-in[/?]/.test(location)) return null;
  return new URL(location, "http://localhost").searchParams.get("returnTo");
}

const isSecret = (name: string, address: string) =>
  /password/i.test(name) || (name === "code" && !address.startsWith("/admin/"));

const maxBytes = 128 * 1024;
const maxFields = 200;

async function readFields(request: Request): Promise<URLSearchParams | null> {
  const bytes = Number(request.headers.get("Content-Length") ?? Infinity);
  if (request.bodyUsed || !(bytes <= maxBytes)) return null;
  const form = await request.formData().catch(() => new FormData());
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  return texts.length > 0 && texts.length <= maxFields ? new URLSearchParams(texts) : null;
}
