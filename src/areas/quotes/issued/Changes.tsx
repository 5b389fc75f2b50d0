import { money } from '#domain/italian.ts';
import type { PriceChange } from '#domain/quotes/sheet/changes.ts';
import { t } from '#site/lib/intl.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';

/** An amount with a plus sign when it grows. */
export const signed = (cents: number) => `${cents > 0 ? '+' : ''}${money(cents)}`;

/** Price lines that differ: added, removed, or at another amount. */
export const PriceChanges = ({ changes }: { changes: readonly PriceChange[] }) => (
  <ul className="changes">
    {changes.map(({ label, from, to }, at) => (
      <li key={at}>
        <span>
          {from === null ? t(words.added, { label }) : to === null ? t(words.removed, { label }) : label}
          {from !== null && to !== null && (
            <small>
              {money(from)} → {money(to)}
            </small>
          )}
        </span>
        <b>{signed((to ?? 0) - (from ?? 0))}</b>
      </li>
    ))}
  </ul>
);
