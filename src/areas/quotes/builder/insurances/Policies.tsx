import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { insuranceTypes } from '#domain/insurances/terms.ts';
import { money } from '#domain/italian.ts';
import { covered, lineOf } from '#domain/quotes/sheet/cover.ts';
import type { InsuranceTariff, QuoteDraft } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { Select } from '#site/ui/Field.tsx';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { useProblem } from '#site/ui/record/store/context.ts';
import { OptionRow } from '../version/OptionRow.tsx';
import { useBuilder, useDraft } from '../store.ts';

const say = words.insurances;
type Line = QuoteDraft['insurances'][number];

const nameOf = ({ name, insurer, defaultOn }: InsuranceTariff) =>
  defaultOn ? t(words.services.proposed, { name: `${name} · ${insurer}` }) : `${name} · ${insurer}`;

function Terms({
  tariff,
  line,
  index,
  set,
}: {
  tariff: InsuranceTariff;
  line: Line;
  index: number;
  set: (patch: Partial<Line>) => void;
}) {
  const store = useBuilder();
  const problem = useProblem();
  const { listTotal } = useStore(store.$priced);
  const { financing } = useDraft('financing');
  const ofLoan = tariff.type === 'credit_protection';
  return (
    <div className="three terms">
      {!ofLoan && (
        <Select
          name="insuranceMonths"
          label={say.months}
          value={String(line.months)}
          error={problem(`insurances.${index}.months`)}
          options={tariff.durations.map((n) => ({ value: n, label: t(words.financial.monthsOf, { n }) }))}
          onChange={({ currentTarget: { value } }) => set({ months: Number(value) })}
        />
      )}
      {!ofLoan && (
        <MoneyField
          nullable
          name="insuredValue"
          label={say.insuredValue}
          min={0}
          value={line.insuredValue ?? listTotal}
          error={problem(`insurances.${index}.insuredValue`)}
          onChange={(insuredValue) => set({ insuredValue })}
        />
      )}
      {financing && (
        <Checkbox
          name="inPlan"
          label={say.inPlan}
          checked={line.inPlan}
          onChange={(event) => set({ inPlan: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

/**
 * Every policy on offer with its premium for this car, province and value. Policies that cannot be sold for it are folded, each with its
 * reason.
 */
export default function Policies() {
  const store = useBuilder();
  const draft = useStore(store.$draft);
  const sheet = useStore(store.$sheet);
  const { listTotal, financed } = useStore(store.$priced);
  const list = useRef<HTMLDivElement>(null);
  // The person opened the list to choose, so it gets the focus.
  useEffect(() => list.current?.querySelector('input')?.focus(), []);
  const { insurances } = draft;
  const set = (index: number, patch: Partial<Line>) =>
    store.change({
      insurances: store.$draft.get().insurances.map((line, at) => (at === index ? { ...line, ...patch } : line)),
    });
  const offers = sheet.insurances.map((tariff) => {
    const index = insurances.findIndex(({ tariffId }) => tariffId === tariff.id);
    const line = insurances[index] ?? lineOf(tariff);
    const {
      insurances: [premium],
      issues: [issue],
    } = covered({ ...draft, insurances: [line] }, sheet, listTotal, () => financed);
    return { tariff, index, line, premium, why: issue?.message ?? '' };
  });
  const row = ({ tariff, index, line, premium, why }: (typeof offers)[number]) => (
    <div key={tariff.id}>
      <OptionRow
        id={tariff.id}
        name={nameOf(tariff)}
        code={tariff.code}
        why={premium ? insuranceTypes[tariff.type] : why}
        price={premium ? money(premium.gross) : '—'}
        checked={index >= 0}
        fixed={!premium && index < 0}
        onToggle={store.togglePolicy}
      />
      {index >= 0 && <Terms tariff={tariff} line={line} index={index} set={(patch) => set(index, patch)} />}
    </div>
  );
  const refused = offers.filter(({ premium, index }) => !premium && index < 0);
  return (
    <div ref={list} className="policies">
      <div className="choices">{offers.filter((one) => !refused.includes(one)).map(row)}</div>
      {refused.length > 0 && (
        <details className="choices">
          <summary>{t(say.refused, { n: refused.length })}</summary>
          {refused.map(row)}
        </details>
      )}
    </div>
  );
}
