type SkeletonBarProps = {
  /** Width and height. */
  className: string;
  radius?: string;
};

/** A breathing bar in place of a text or a picture that is loading. */
export const SkeletonBar = ({ className, radius = "rounded-paper" }: SkeletonBarProps) => (
  <span className={`block animate-fade bg-sunken ${radius} ${className}`} />
);
