import { money } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { kit } from '#site/messages/it/kit.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import type { Around } from './around.ts';
import { PriceChanges } from './Changes.tsx';

const say = words.next;

/** The contract of a quote whose days are over: what it costs today, and what of that is another price. */
export default function ContractToday({
  today,
  total,
  onMake,
  onClose,
}: {
  today: Around['today'];
  total: number;
  onMake: () => Promise<void>;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      title={say.contractToday}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {kit.cancel}
          </button>
          <button type="button" className="btn primary" data-save onClick={() => void onMake()}>
            {say.contract}
          </button>
        </>
      }
    >
      {today ? (
        <>
          <p>{t(words.today.title, { from: money(today.from), to: money(today.to) })}</p>
          <PriceChanges changes={today.changes} />
        </>
      ) : (
        <p>{say.samePrices}</p>
      )}
      <p>{t(say.totalToday, { total: money(total) })}</p>
    </Dialog>
  );
}
