import { t } from '#site/lib/intl.ts';
import { usedList } from '#site/messages/it/used-list.ts';
import { toast } from '#site/ui/toast.ts';

/** Moves the chosen cars that it fits, one after the other, and says what keeps some of them from it. */
export async function moveAll<R extends { code: string }>(
  rows: readonly R[],
  step: (row: R) => Promise<unknown>,
  again: () => void,
): Promise<void> {
  const refused: string[] = [];
  for (const row of rows)
    await step(row).catch((error: Error) => {
      refused.push(`${row.code}: ${error.message}`);
    });
  const said = { n: rows.length - refused.length, kept: refused.length, why: refused[0] ?? '' };
  void toast(t(refused.length ? usedList.arrivedBut : usedList.arrived, said), { kind: refused.length ? 'bad' : 'ok' });
  again();
}
