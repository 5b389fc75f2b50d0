import { useState, type ReactNode } from 'react';
import { builder } from '#site/messages/it/quotes.ts';
import { Icon } from '#site/ui/Icon.tsx';

const say = builder.totals;

/** The column of a price with its total above, always in view; on a phone a bar at the foot that opens. */
export function TotalCard({
  title,
  total: [label, amount],
  beside,
  spoken,
  children,
}: {
  title: string;
  total: readonly [label: string, amount: string];
  /** What is as important as the total, beside it. */
  beside: readonly [label: string, text: string] | null;
  /** What a screen reader announces. */
  spoken: ReactNode;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <aside className="card total" aria-label={title} data-open={open || undefined}>
      <div className="total-head">
        <p>
          <small>{label}</small>
          <span className="kih">{amount}</span>
        </p>
        {beside && (
          <p className="rate">
            <small>{beside[0]}</small>
            <b>{beside[1]}</b>
          </p>
        )}
        <button
          type="button"
          className="icon total-toggle"
          aria-expanded={open}
          aria-label={open ? say.hideColumn : say.showColumn}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-up'} />
        </button>
      </div>
      <div className="total-body">{children}</div>
      {spoken}
    </aside>
  );
}
