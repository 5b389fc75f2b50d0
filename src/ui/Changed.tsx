import { t } from '#site/lib/intl.ts';
import { kit as words } from '#site/messages/it/kit.ts';

const NOTHING = '—';

/**
 * The old and the new value of a field. Words replace an empty value; without an old value the new one stands alone.
 */
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
