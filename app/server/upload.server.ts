import type { ActionFunctionArgs } from "@remix-run/node";
import { DomainError, refusals } from "@server/core/errors";
import type { MediaKind } from "@server/media/media-kinds";
import { receiveUpload, type ReceivedForm } from "@server/media/receive-upload";

/** Reads a posted form and stores its files as they arrive. `kinds` names the file fields. Throws a Response. */
export async function readUpload(args: ActionFunctionArgs, kinds: Record<string, MediaKind>): Promise<ReceivedForm> {
  const { services, auth } = args.context;
  try {
    return await receiveUpload(services, auth.user, args.request, kinds);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new Response(error.message, { status: refusals[error.code].status });
  }
}
