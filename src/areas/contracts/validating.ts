/** Several contracts validated at once from their list, where nothing of them is open. */
import type { ContractRow } from '#domain/contracts/schema.ts';
import { integer } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { contractsList as words } from '#site/messages/it/contracts-list.ts';
import type { Action } from '#site/ui/list/table/columns.ts';
import { toast } from '#site/ui/toast.ts';

/** Each step of the validation by the state in which a contract waits for it. */
const steps = { waiting_commercial_approvation: 'validate', waiting_approvation: 'approve' } as const;

const isWhole = ({ lacking, canceledAt, withdrawnAt }: ContractRow) =>
  lacking.length === 0 && canceledAt === null && withdrawnAt === null;

/** The steps that this person may make with the chosen contracts, each with how many of them lack nothing for it. */
export function validatingOf(
  rows: readonly ContractRow[],
  may: { commercial: boolean; backOffice: boolean },
  again: () => void,
): Action[] {
  return ([may.commercial && 'waiting_commercial_approvation', may.backOffice && 'waiting_approvation'] as const)
    .filter((state) => state !== false)
    .flatMap((state) => {
      const ready = rows.filter((row) => row.state === state && isWhole(row));
      if (ready.length === 0) return [];
      const step = steps[state];
      const run = () =>
        import('./validate-rows.ts')
          .then(({ validateRows }) => validateRows(step, ready, again))
          .catch((error: Error) => void toast(error.message, { kind: 'bad' }));
      return [{ label: t(words.several[step], { n: integer(ready.length) }), run: () => void run() }];
    });
}
