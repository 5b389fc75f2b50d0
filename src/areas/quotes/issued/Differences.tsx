import { money } from '#domain/italian.ts';
import type { Difference } from '#domain/quotes/desk/difference.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { Changed } from '#site/ui/Changed.tsx';
import { PriceChanges, signed } from './Changes.tsx';

/** What one revision changes against the previous one. */
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
