import { Link, type LinkProps } from "react-router";
import { Icon } from "./icon.tsx";

/** The way back to the page that this one belongs to. */
export function BackLink({ children, ...link }: LinkProps) {
  return (
    <Link
      className="-ml-[0.15rem] inline-flex min-h-tap items-center gap-2 font-medium text-ink-2 no-underline hover:text-ink hover:underline"
      {...link}
    >
      <Icon name="back" />
      {children}
    </Link>
  );
}
