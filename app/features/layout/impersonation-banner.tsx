import { impersonationPath, inertIf, useIsBehindDialog } from "~/lib/site";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Icon } from "~/ui/icon";
import { PostForm } from "~/ui/post-form";

export function ImpersonationBanner({ fullName }: { fullName: string | null }) {
  const isBusy = useIsPosting(impersonationPath);
  return (
    <aside className="visiting" aria-label="Whose account this is" {...inertIf(useIsBehindDialog())}>
      <p>
        <Icon name="eye-open" />
        <span>
          {fullName === null ? (
            "Your hour in this account is over."
          ) : (
            <>
              You see what <b>{fullName}</b> sees. <span className="max-md:sr-only">Nothing can be changed.</span>
            </>
          )}
        </span>
      </p>
      <PostForm action={impersonationPath} isBusy={isBusy}>
        <button className="btn btn--paper btn--small" type="submit" aria-disabled={isBusy || undefined}>
          Back to my account
        </button>
      </PostForm>
    </aside>
  );
}
