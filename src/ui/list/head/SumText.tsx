import { lists as words } from '#site/messages/it/lists.ts';
import { t } from '#site/lib/intl.ts';
import type { StateSums } from '../load/state.ts';

/** The sums of one state; a loss is red and has its word. */
export const SumText = ({ sums: { state, count, figures } }: { sums: StateSums }) => (
  <span className="sum">
    {t(words.stateSums, { state, n: count })}
    {figures.map(({ label, amount, lost }, at) => (
      <span key={label} className={lost ? 'lost' : undefined}>
        {at > 0 && ', '}
        {label} {amount}
      </span>
    ))}
  </span>
);
