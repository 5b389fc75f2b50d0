import type { ReactNode } from 'react';

/** Around a table that scrolls sideways where it finds no room: the keyboard scrolls it, too. */
export const TableWrap = ({
  label,
  className,
  children,
}: {
  label: string;
  /** How it looks besides, such as `as-cards`. */
  className?: string;
  children: ReactNode;
}) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the focus
  <div className={className ? `table-wrap ${className}` : 'table-wrap'} role="region" tabIndex={0} aria-label={label}>
    {children}
  </div>
);
