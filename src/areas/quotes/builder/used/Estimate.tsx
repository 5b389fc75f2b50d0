import { useEffect, useState } from 'react';
import { money } from '#domain/italian.ts';
import type { TradeIn } from '#domain/quotes/schema.ts';
import type { ValuationTerms } from '#domain/stock/setting-endpoints.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { valuations as words } from '#site/messages/it/valuations.ts';
import { toast } from '#site/ui/toast.ts';
import { EstimateForm } from './EstimateForm.tsx';
import { useBuilder } from '../store.ts';

/** The estimate of a trade-in; the person can undo taking it over. Loaded when it is opened. */
export default function Estimate({ car, index, onClose }: { car: TradeIn; index: number; onClose: () => void }) {
  const store = useBuilder();
  const [terms, setTerms] = useState<ValuationTerms | null>(null);
  useEffect(() => {
    call('GET /stock/valuation-terms', {}).then(setTerms, (error: Error) => {
      void toast(error.message, { kind: 'bad' });
      onClose();
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  if (!terms) return null;
  /** Changes the trade-in at this position, if it is still the same car. */
  const put = (patch: Partial<TradeIn>, isMeant: (row: TradeIn) => boolean) =>
    store.change({
      tradeIns: store.$draft
        .get()
        .tradeIns.map((row, at) => (at === index && isMeant(row) ? { ...row, ...patch } : row)),
    });
  const take = (patch: Partial<TradeIn> & Pick<TradeIn, 'valuation'>) => {
    const { km, registeredOn, valuation, standInValue, estimate } = car;
    const before = { km, registeredOn, valuation, standInValue, estimate };
    put(patch, () => true);
    void toast(t(words.taken, { amount: money(patch.valuation) }), {
      kind: 'ok',
      action: { label: words.undo, run: () => put(before, (row) => row.valuation === patch.valuation) },
    });
  };
  return <EstimateForm car={car} terms={terms} onClose={onClose} day={store.$sheet.get().params.day} onTake={take} />;
}
