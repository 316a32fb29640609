import { AdminErrorScreen } from "~/features/admin/admin-error";
import { fileRules } from "~/features/admin/files/file-rules";
import { privateMeta } from "~/lib/page-meta";
import { Card } from "~/ui/card";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Files of other programs");

export default function FilesPage() {
  return (
    <>
      <PageHead
        title="Files of other programs"
        lede="What this site does with the files and names that you and your customers bring. What is guessed or left out is always said where it happens."
      />
      {fileRules.map(({ id, title, accepted, mended, skipped, refused }) => (
        <div key={id} id={id} className="scroll-mt-20">
          <Card title={title}>
            <dl className="grid w-full gap-3">
              <Rule label="Accepted">{accepted}</Rule>
              <Rule label="Mended">{mended}</Rule>
              <Rule label="Left out">{skipped}</Rule>
              <Rule label="Refused">{refused}</Rule>
            </dl>
          </Card>
        </div>
      ))}
    </>
  );
}

const Rule = ({ label, children }: { label: string; children: string }) => (
  <div className="flex flex-wrap gap-x-4">
    <dt className="flex-[1_1_8rem] font-semibold">{label}</dt>
    <dd className="max-w-text flex-[6_1_18rem] text-ink-soft">{children}</dd>
  </div>
);

export { AdminErrorScreen as ErrorBoundary };
