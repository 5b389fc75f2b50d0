import { lazy, useState } from 'react';
import { t } from '#site/lib/intl.ts';
import { payAll as words } from '#site/messages/it/commissions.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { Left, type Row } from './Left.tsx';

const PayForm = lazy(() => import('./PayForm.tsx'));

interface Props {
  /** Confirmed ones that something is paid of. */
  rows: readonly Row[];
  sum: string;
  /** Nothing is to be confirmed before. */
  isNext: boolean;
  today: string;
}

/** Notes of the confirmed statements of others that they were paid, together, and says of which not and why. */
export function PayAll({ rows, isNext, ...more }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [left, setLeft] = useState<readonly string[]>([]);
  return (
    <>
      <button type="button" className={isNext ? 'btn primary' : 'btn'} onClick={() => setOpen(true)}>
        {rows.length === 1 ? words.openOne : t(words.open, { n: rows.length })}
      </button>
      {isOpen && (
        <OnDemand>
          <PayForm
            rows={rows}
            {...more}
            onSaved={(texts) => {
              if (texts.length === 0) return location.reload();
              setOpen(false);
              setLeft(texts);
            }}
            onClose={() => setOpen(false)}
          />
        </OnDemand>
      )}
      {left.length > 0 && <Left texts={left} />}
    </>
  );
}
