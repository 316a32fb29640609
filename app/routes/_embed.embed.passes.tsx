import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PassCard } from "~/features/passes/pass-card";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { ThreeColumns } from "~/ui/list";

export const meta = privateMeta("Passes");

export const loader = async (args: LoaderFunctionArgs) => ({ passes: await load(apiFor(args).passes.list()) });

/** Shows the passes on sale. */
export default function FramedPasses() {
  const { passes } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="sr-only">Passes</h1>
      {passes.length > 0 ? (
        <ThreeColumns>
          {passes.map((pass) => (
            <PassCard key={pass.id} pass={pass} />
          ))}
        </ThreeColumns>
      ) : (
        <p>There are no passes on sale right now.</p>
      )}
    </>
  );
}
