import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { money } from '#domain/italian.ts';
import type { PriceChange } from '#domain/quotes/sheet/changes.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { toast } from '#site/ui/toast.ts';
import { useQuote } from '../quote.ts';

const say = words.repriced;
const amount = (cents: number | null) => (cents === null ? say.nothing : money(cents));

/** What other prices change, item by item. */
export const Changes = ({ of }: { of: readonly PriceChange[] }) => (
  <ul>
    {of.map(({ label, from, to }) => (
      <li key={label}>{t(say.change, { label, from: amount(from), to: amount(to) })}</li>
    ))}
  </ul>
);

/** Scrolls to the new prices and focuses them once they are drawn. */
export const showRepriced = () =>
  requestAnimationFrame(() => {
    const element = document.getElementById('repriced');
    element?.scrollIntoView({ block: 'start' });
    element?.focus({ preventScroll: true });
  });

/** Tells that today's prices differ from those on the screen: by how much, and why. */
export function Repriced() {
  const store = useQuote();
  const repriced = useStore(store.$repriced);
  const title = repriced && t(say.title, { from: money(repriced.from), to: money(repriced.to) });
  useEffect(() => {
    if (repriced && title) void toast(title, { action: { label: say.show, run: showRepriced }, duration: 8000 });
  }, [repriced, title]);
  if (!repriced) return null;
  return (
    <section id="repriced" className="callout warn said" tabIndex={-1} aria-label={say.label}>
      <div className="grow">
        <b>{title}</b>
        <Changes of={repriced.changes} />
      </div>
      <button type="button" className="btn small" onClick={store.seen}>
        {say.seen}
      </button>
    </section>
  );
}
