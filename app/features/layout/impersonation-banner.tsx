import { impersonationPath, inertIf, useIsBehindDialog } from "~/lib/site";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { PostForm } from "~/ui/post-form";

const barStyle = [
  "sticky top-0 z-9 flex items-center justify-between gap-x-4 gap-y-2 bg-deep px-(--space-gutter) py-2",
  "text-small text-on-deep",
].join(" ");

export function ImpersonationBanner({ fullName }: { fullName: string | null }) {
  const isBusy = useIsPosting(impersonationPath);
  return (
    <aside className={barStyle} aria-label="Whose account this is" {...inertIf(useIsBehindDialog())}>
      <p className="flex flex-1 items-center gap-2.5">
        <Icon name="eye-open" />
        <span>
          {fullName === null ? (
            "Your hour in this account has ended."
          ) : (
            <>
              You see what <b className="font-semibold wrap-anywhere">{fullName}</b> sees.{" "}
              <span className="max-md:sr-only">Nothing can be changed.</span>
            </>
          )}
        </span>
      </p>
      <PostForm action={impersonationPath} isBusy={isBusy}>
        <Button kind="paper" size="small" type="submit" aria-disabled={isBusy || undefined}>
          Back to my account
        </Button>
      </PostForm>
    </aside>
  );
}
