import { createRequire } from "node:module";
import path from "node:path";
import { build } from "esbuild";
import type { renderMail, templates } from "@server/platform/mail/templates";

type Templates = { renderMail: typeof renderMail; templates: typeof templates };
type Look = { accent: { light: object; dark: object } };

/** Renders every mail's example with a look. Bundled, because Playwright compiles JSX for its own components. */
export async function renderAllMails(look: Look): Promise<[name: string, html: string][]> {
  const outfile = path.resolve("node_modules/.cache/breathroom/mail-templates.cjs");
  await build({
    entryPoints: ["server/platform/mail/templates.ts"],
    outfile,
    bundle: true,
    platform: "node",
    packages: "external",
    alias: { "@emails": path.resolve("emails"), "@db": path.resolve("db") },
  });
  const { renderMail, templates } = createRequire(outfile)(outfile) as Templates;
  return Object.entries(templates).map(([name, { example }]) => {
    const props: object = { ...example, site: { ...example.site, look } };
    return [name, renderMail(name, props).html];
  });
}
