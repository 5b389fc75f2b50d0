import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { normalisePlate, plateIssue } from '#domain/quotes/used.ts';
import type { TradeIn } from '#domain/quotes/schema.ts';
import { usedTypes, type UsedType } from '#domain/quotes/terms.ts';
import { money } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Switch } from '#site/ui/Choice.tsx';
import { DateField } from '#site/ui/DateField.tsx';
import { Field, Select } from '#site/ui/Field.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { NumberField } from '#site/ui/NumberField.tsx';
import { useProblem } from './problems.ts';
import { Section } from './Section.tsx';
import { useBuilder } from './store.ts';

const say = words.used;
const LIMIT = 3;
const euroClasses = [0, 1, 2, 3, 4, 5, 6].map((value) => ({ value: String(value), label: `Euro ${value}` }));

const empty = (type: UsedType): TradeIn => ({
  type,
  plate: '',
  description: '',
  km: null,
  registeredOn: null,
  euroClass: null,
  valuation: 0,
  residualDebt: 0,
});

function Car({ car, index }: { car: TradeIn; index: number }) {
  const store = useBuilder();
  const problem = useProblem();
  const [left, setLeft] = useState(false);
  const at = (field: keyof TradeIn) => problem(`tradeIns.${index}.${field}`);
  const set = (patch: Partial<TradeIn>) => store.setTradeIn(index, patch);
  const remove = () => store.change({ tradeIns: store.$draft.get().tradeIns.filter((_, other) => other !== index) });
  return (
    <fieldset className="entry">
      <legend className="sr-only">
        {words.sections.used} {index + 1}
      </legend>
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
        <button type="button" className="icon" aria-label={say.remove} onClick={remove}>
          <Icon name="trash-2" />
        </button>
      </div>
      <div className="four">
        <Field
          name="plate"
          label={say.plate}
          className="plate"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          value={car.plate}
          error={at('plate') ?? (left ? plateIssue(normalisePlate(car.plate)) : null)}
          onChange={(event) => set({ plate: event.currentTarget.value })}
          onBlur={() => {
            setLeft(true);
            if (normalisePlate(car.plate) !== car.plate) set({ plate: normalisePlate(car.plate) });
          }}
        />
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
        <NumberField
          name="km"
          label={say.km}
          suffix="km"
          min={0}
          max={2_000_000}
          value={car.km}
          error={at('km')}
          onChange={(km) => set({ km })}
        />
        <DateField
          name="registeredOn"
          label={say.registeredOn}
          value={car.registeredOn}
          error={at('registeredOn')}
          onChange={(registeredOn) => set({ registeredOn })}
        />
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
          name="valuation"
          label={say.valuation}
          min={0}
          value={car.valuation}
          error={at('valuation')}
          onChange={(valuation) => set({ valuation })}
        />
        <MoneyField
          name="residualDebt"
          label={say.residualDebt}
          min={0}
          value={car.residualDebt}
          error={at('residualDebt')}
          onChange={(residualDebt) => set({ residualDebt })}
        />
      </div>
    </fieldset>
  );
}

export function UsedSection() {
  const store = useBuilder();
  const { tradeIns } = useStore(store.$draft);
  const full = tradeIns.length >= LIMIT;
  const add = (type: UsedType) => {
    flushSync(() => store.change({ tradeIns: [...tradeIns, empty(type)] }));
    // The new fields stand before the button: by keyboard one would go away from them.
    [...document.querySelectorAll<HTMLElement>('#used [name=plate]')].at(-1)?.focus();
  };
  return (
    <Section name="used" note={full ? say.limit : undefined}>
      {tradeIns.length === 0 && <p className="muted">{say.empty}</p>}
      {tradeIns.map((car, index) => (
        <Car key={index} car={car} index={index} />
      ))}
      {!full && (
        <div className="row">
          <button type="button" className="btn" onClick={() => add('barter')}>
            <Icon name="plus" size={16} /> {say.addBarter}
          </button>
          <button type="button" className="btn" onClick={() => add('scrapping')}>
            <Icon name="plus" size={16} /> {say.addScrapping}
          </button>
        </div>
      )}
    </Section>
  );
}
