import { useEffect, useRef, useState } from "react";
import { usePagePath } from "~/lib/site";

/** After a navigation in the browser: the focus to the new page, and its title for those who listen. */
export function PageAnnouncer() {
  const path = usePagePath();
  const announcedPath = useRef(path);
  const [title, setTitle] = useState("");

  useEffect(() => {
    if (path === announcedPath.current) return;
    announcedPath.current = path;
    document.getElementById("main")?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [path]);

  return (
    <p className="sr-only" role="status">
      {title}
    </p>
  );
}
