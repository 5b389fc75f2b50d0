import { integer } from '#domain/italian.ts';
import type { Repricing } from '#domain/priced-calls.ts';
import { t } from '#site/lib/intl.ts';
import { recordDialog as words } from '#site/messages/it/record-dialog.ts';
import { toast } from '#site/ui/toast.ts';
import type { RecordCalls } from './calls.ts';

/** Says how many prices changed, with the way back. */
export function sayRepriced(
  { changed, batch }: Repricing,
  { unprice }: Pick<RecordCalls<never, never>, 'unprice'>,
  again: () => void,
): void {
  const undo = async () => {
    const { restored, kept } = await unprice!(batch!).finally(again);
    const told = { n: integer(restored), kept: integer(kept) };
    void toast(t(kept ? words.unpricedBut : words.unpriced, told), { kind: kept ? 'bad' : 'ok' });
  };
  void toast(t(words.repriced, { n: integer(changed) }), {
    ...{ kind: 'ok', duration: 8000 },
    ...(batch !== null && { action: { label: words.undo, run: undo } }),
  });
}
