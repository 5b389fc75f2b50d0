import { lazy, useState, type ReactNode } from 'react';
import { blankOf } from '#domain/record/fields.ts';
import { money } from '#domain/italian.ts';
import { normalisePlate, plateIssue } from '#domain/plates.ts';
import { tradeInFields } from '#domain/quotes/fields.ts';
import type { TradeIn } from '#domain/quotes/schema.ts';
import { usedTypes, type UsedType } from '#domain/quotes/terms.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Checkbox, Switch } from '#site/ui/Choice.tsx';
import { DateField } from '#site/ui/DateField.tsx';
import { Field, Select } from '#site/ui/Field.tsx';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { NumberField } from '#site/ui/NumberField.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { useProblem } from '#site/ui/record/store/context.ts';
import { Rows } from '#site/ui/record/form/Rows.tsx';
import { Section } from '#site/ui/record/page/Section.tsx';
import { UsedDocument } from '../agreements.tsx';
import { useBuilder, useDraft } from '../store.ts';
import { Turned } from '../incentives/Turned.tsx';

const StandIn = lazy(() => import('./StandIn.tsx'));
const Estimate = lazy(() => import('./Estimate.tsx'));
const Valued = lazy(() => import('./Valued.tsx'));
const say = words.used;
const LIMIT = 3;
const euroClasses = [0, 1, 2, 3, 4, 5, 6].map((value) => ({ value: String(value), label: `Euro ${value}` }));

const empty = (type: UsedType): TradeIn => ({ ...blankOf(tradeInFields), type });

/** Looked at once the person has left it, and written as plates are. */
function Plate({
  plate,
  error,
  set,
}: {
  plate: string;
  error: string | undefined;
  set: (patch: Pick<TradeIn, 'plate'>) => void;
}) {
  const [left, setLeft] = useState(false);
  return (
    <Field
      name="plate"
      label={say.plate}
      className="plate"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={12}
      value={plate}
      error={error ?? (left ? plateIssue(normalisePlate(plate)) : null)}
      onChange={(event) => set({ plate: event.currentTarget.value })}
      onBlur={() => {
        setLeft(true);
        if (normalisePlate(plate) !== plate) set({ plate: normalisePlate(plate) });
      }}
    />
  );
}

function Car({
  car,
  index,
  set,
  tools,
}: {
  car: TradeIn;
  index: number;
  set: (patch: Partial<TradeIn>) => void;
  tools: ReactNode;
}) {
  const problem = useProblem();
  const [estimating, setEstimating] = useState(false);
  const [quoting, setQuoting] = useState(false);
  const at = (field: keyof TradeIn) => problem(`tradeIns.${index}.${field}`);
  const of = <K extends keyof TradeIn>(name: K) => ({
    name,
    value: car[name],
    error: at(name),
    onChange: (value: TradeIn[K]) => set({ [name]: value }),
  });
  return (
    <>
      <div className="entry-head">
        <Switch
          label={words.sections.used}
          value={car.type}
          options={usedTypes.map((type) => ({ value: type, label: say.types[type] }))}
          onChange={(type) => set({ type })}
        />
        <span className="grow" />
        <span className="muted">{say.net}</span>
        <b>{money(car.valuation - car.residualDebt)}</b>
        {tools}
      </div>
      <div className="four">
        <Plate plate={car.plate} error={at('plate')} set={set} />
        <div className="wide">
          <Field
            name="description"
            label={say.description}
            maxLength={120}
            autoComplete="off"
            value={car.description}
            error={at('description')}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
        </div>
        <NumberField {...of('km')} nullable label={say.km} suffix="km" min={0} max={2_000_000} />
        <DateField {...of('registeredOn')} label={say.registeredOn} />
        <Select
          name="euroClass"
          label={say.euroClass}
          empty={say.unknown}
          options={euroClasses}
          error={at('euroClass')}
          value={String(car.euroClass ?? '')}
          onChange={({ currentTarget: { value } }) => set({ euroClass: value === '' ? null : Number(value) })}
        />
        <MoneyField
          {...of('valuation')}
          label={say.valuation}
          aside={
            car.type === 'barter' && (
              <button type="button" className="link" onClick={() => setEstimating(true)}>
                {say.estimate}
              </button>
            )
          }
          min={0}
        />
        <MoneyField {...of('residualDebt')} label={say.residualDebt} min={0} />
        <DateField {...of('ownedSince')} label={say.ownedSince} />
      </div>
      <OnDemand>
        {plateIssue(normalisePlate(car.plate)) === null && car.plate !== '' && <Valued plate={car.plate} />}
      </OnDemand>
      {/* Hidden from the customer beside the seller. */}
      <details
        className="reliefs"
        open={at('standInValue') !== undefined || undefined}
        onToggle={(event) => event.currentTarget.open && setQuoting(true)}
      >
        <summary>{say.quotation}</summary>
        <OnDemand>{quoting && <StandIn car={car} field={of('standInValue')} />}</OnDemand>
      </details>
      <OnDemand>{estimating && <Estimate car={car} index={index} onClose={() => setEstimating(false)} />}</OnDemand>
    </>
  );
}

export function UsedSection() {
  const store = useBuilder();
  const { tradeIns, refund } = useDraft('tradeIns', 'refund');
  const adder = (label: string, type: UsedType) => ({ label, make: () => empty(type) });
  return (
    <Section name="used" document={<UsedDocument />} note={tradeIns.length >= LIMIT ? say.limit : undefined}>
      {tradeIns.length === 0 && <p className="muted">{say.empty}</p>}
      <Rows<TradeIn>
        label={words.sections.used}
        rows={tradeIns}
        most={LIMIT}
        adders={[adder(say.addBarter, 'barter'), adder(say.addScrapping, 'scrapping')]}
        onChange={(change) => store.change({ tradeIns: change(store.$draft.get().tradeIns) })}
      >
        {(car, index, set, tools) => <Car car={car} index={index} set={set} tools={tools} />}
      </Rows>
      {refund && <Checkbox name="refund" label={say.refund} checked onChange={() => store.change({ refund: false })} />}
      <Turned section="used" />
    </Section>
  );
}
