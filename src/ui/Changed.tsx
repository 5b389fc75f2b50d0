import { t } from '#site/lib/intl.ts';
import { kit as words } from '#site/messages/it/kit.ts';

const NOTHING = '—';

/** What a field said before and says now, in words where one of the two is nothing; without a before it is said alone. */
export function Changed({ from, to }: { from: string; to: string }) {
  if (from === '') return to;
  if (from === NOTHING) return t(words.isSet, { value: to });
  if (to === NOTHING) return t(words.isCleared, { value: from });
  return (
    <>
      <s>{from}</s> → {to}
    </>
  );
}
