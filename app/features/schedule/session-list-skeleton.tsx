/** Where the sessions will be. */
export function SessionListSkeleton({ count = 3 }: { count?: number | undefined }) {
  return (
    <ul className="rows" aria-label="Loading" aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className="row">
          <span className="row__date">
            <span className="sk h-12 w-22" />
          </span>
          <span className="row__plate">
            <span className="sk h-full w-full rounded-none md:rounded-round" />
          </span>
          <span className="row__body grid gap-2.5">
            <span className="sk h-4 w-20" />
            <span className="sk h-6 w-7/10" />
          </span>
          <span className="row__facts">
            <span className="sk h-4 w-18" />
          </span>
          <span className="row__price">
            <span className="sk h-5 w-12 md:ml-auto" />
          </span>
        </li>
      ))}
    </ul>
  );
}
