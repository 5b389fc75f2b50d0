import { money } from '#domain/italian.ts';
import type { PriceChange } from '#domain/quotes/changes.ts';
import type { Difference } from '#domain/quotes/difference.ts';
import { t } from '#site/lib/intl.ts';
import { issued as words } from '#site/messages/it/issued.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { Changed } from '#site/ui/Changed.tsx';

/** An amount that grows has its sign. */
const signed = (cents: number) => `${cents > 0 ? '+' : ''}${money(cents)}`;

/** What is paid otherwise: taken in, left out, or at another amount. */
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

/** What one revision says otherwise than the one before it. */
export function Differences({ from, to, changes, words: said }: Difference) {
  if (changes.length + said.length === 0) return <p className="muted">{words.same}</p>;
  return (
    <>
      {from !== to && (
        <p>
          {builder.totals.keysInHand}: {money(from)} → <b>{money(to)}</b> ({signed(to - from)})
        </p>
      )}
      {changes.length > 0 && <PriceChanges changes={changes} />}
      {said.length > 0 && (
        <dl className="said-otherwise">
          {said.map((one) => (
            <div key={one.field}>
              <dt>{one.field}</dt>
              <dd>
                <Changed {...one} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
