import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { jsonDownload } from "~/server/files.server";

export async function loader(args: LoaderFunctionArgs) {
  return download(args);
}

export async function action(args: ActionFunctionArgs) {
  return download(args);
}

async function download(args: LoaderFunctionArgs) {
  requireMember(args);
  return jsonDownload("my-data.json", await load(apiFor(args).profile.exportData()));
}
