import { filesPath } from "~/features/admin/admin-paths";
import { TextLink } from "~/ui/link";
import type { fileRules } from "./file-rules";

/** Links what the site does with files of a kind. */
export const FilesLink = ({ kind }: { kind: (typeof fileRules)[number]["id"] }) => (
  <p className="text-small">
    <TextLink className="inline-flex min-h-11 items-center" to={`${filesPath}#${kind}`}>
      What is read, mended, left out and refused
    </TextLink>
  </p>
);
