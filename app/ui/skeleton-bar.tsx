type SkeletonBarProps = {
  className: string;
  radius?: string;
};

export const SkeletonBar = ({ className, radius = "rounded-paper" }: SkeletonBarProps) => (
  <span className={`block animate-fade bg-sunken ${radius} ${className}`} />
);
