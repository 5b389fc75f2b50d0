import { lists as words } from '#site/messages/it/lists.ts';
import { t } from '#site/lib/intl.ts';
import type { StateSums } from '../load/state.ts';

/**
 * The sums of one state; a loss is red and has its word. Of columns that are shown with their sums `below` them, only the
 * others are said: neither a sum nor the state stands there twice.
 */
export function SumText({ sums: { state, count, figures }, below }: { sums: StateSums; below?: readonly string[] }) {
  const isBelow = (key: string) => (below?.includes(key) ? 1 : 0);
  return (
    <span className="sum">
      <span className={below?.length ? 'below' : undefined}>{t(words.stateSums, { state, n: count })}</span>
      {figures
        .toSorted((one, other) => isBelow(one.key) - isBelow(other.key))
        .map(({ key, label, amount, lost }, at) => (
          <span key={key} className={[lost && 'lost', isBelow(key) && 'below'].filter(Boolean).join(' ') || undefined}>
            {at > 0 && ', '}
            {label} {amount}
          </span>
        ))}
    </span>
  );
}
