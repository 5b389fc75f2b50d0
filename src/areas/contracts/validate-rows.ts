import type { ContractRow } from '#domain/contracts/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contractsList as words } from '#site/messages/it/contracts-list.ts';
import { oneByOne, tellRefused } from '#site/ui/list/bulk/one-by-one.ts';

let isRunning = false;

/**
 * Makes one step of the validation with each of these contracts. A press while that goes on does nothing: it would be
 * refused by what the first one did.
 */
export async function validateRows(
  step: keyof typeof words.done,
  rows: readonly ContractRow[],
  again: () => void,
): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  const refused = await oneByOne(rows, {
    step: ({ id, version }) => call(`POST /contracts/:id/${step}`, { params: { id }, version }),
    nameOf: ({ number }) => number,
    done: (n) => t(words.done[step], { n }),
    again,
  });
  isRunning = false;
  tellRefused(refused);
}
