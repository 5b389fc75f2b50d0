import { useState } from 'react';
import { blankOf } from '#domain/record/fields.ts';
import { integer } from '#domain/italian.ts';
import { valuationFields, type ValuationValues } from '#domain/valuations/fields.ts';
import type { CounterAnswer, FoundVersion, Valuation } from '#domain/valuations/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import type { Named } from '#site/ui/choices.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import type { FormField } from '#site/ui/record/form/form.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { useLeaving } from '#site/ui/useLeaving.tsx';
import { carForm, carKeys } from './form.ts';
import { leftOf, Simulated } from './Counters.tsx';
import './valuations.css';

type Car = Pick<ValuationValues, (typeof carKeys)[number]>;

export interface NewValuationProps {
  /** Null for who may not ask the sources. */
  counters: CounterAnswer | null;
  locations: Named;
  findsCustomers: boolean;
  /** What is known of the car already: from the lead of its owner. */
  known: { plate: string; customer: { id: number; name: string } | null };
  onClose: () => void;
}

/** Asks for the plate first: the source says which versions it may be. */
function ByPlate({
  counters,
  known,
  onFound,
  onSkip,
  onClose,
}: {
  counters: CounterAnswer;
  known: string;
  onFound: (plate: string, version: FoundVersion) => void;
  onSkip: (plate: string) => void;
  onClose: () => void;
}) {
  const [plate, setPlate] = useState(known);
  const [found, setFound] = useState<readonly FoundVersion[] | null>(null);
  const [failure, setFailure] = useState('');
  const [waiting, setWaiting] = useState(false);
  const left = leftOf(counters, 'infocar_plates');
  const { leave, question } = useLeaving(plate !== known, onClose);
  const look = async () => {
    setFailure('');
    setWaiting(true);
    try {
      const blank = { maker: '', model: '', versionName: '', versionCode: '', registeredOn: null };
      const { quotation } = await call('POST /valuations/quotations', {
        body: { source: 'EUR', question: 'plate', plate, ...blank },
      });
      const [only, ...others] = quotation.versions;
      if (only && others.length === 0) onFound(plate, only);
      else setFound(quotation.versions);
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setWaiting(false);
    }
  };
  return (
    <>
      <Dialog
        open
        title={words.fresh}
        onClose={() => leave()}
        actions={
          <>
            <button type="button" className="btn" onClick={() => onSkip(plate)}>
              Scrivi i dati a mano
            </button>
            <button type="submit" form="plate-form" className="btn primary" disabled={waiting}>
              {words.identifyCost}
            </button>
          </>
        }
      >
        <form
          id="plate-form"
          className="by-plate"
          onSubmit={(event) => {
            event.preventDefault();
            void look();
          }}
        >
          <label className="field">
            <span>{valuationFields.plate.label}</span>
            <input
              name="plate"
              maxLength={12}
              autoCapitalize="characters"
              autoComplete="off"
              value={plate}
              onChange={(event) => setPlate(event.currentTarget.value.toUpperCase())}
            />
          </label>
          <p className="muted">
            {t(words.used, { used: integer(left.used), quota: integer(left.quota) })},{' '}
            {t(words.left, { n: integer(left.left) })}
            <Simulated of={counters} source="EUR" />
          </p>
          {failure && <p className="callout bad">{failure}</p>}
          {found && (
            <fieldset>
              <legend>{words.identified}</legend>
              {found.map((version) => (
                <button key={version.code} type="button" className="btn" onClick={() => onFound(plate, version)}>
                  {[version.maker, version.model, version.versionName].join(' ')}
                </button>
              ))}
            </fieldset>
          )}
          <p className="muted">{words.byHand}</p>
        </form>
      </Dialog>
      {question}
    </>
  );
}

/** A new valuation: by plate where the person may ask the source, else typed; saved, it opens. */
export default function NewValuation({ counters, locations, findsCustomers, known, onClose }: NewValuationProps) {
  const [begun, setBegun] = useState<Partial<ValuationValues> | null>(counters ? null : {});
  if (!begun)
    return (
      <ByPlate
        counters={counters!}
        known={known.plate}
        onFound={(plate, { code, ...version }) => setBegun({ plate, versionCode: code, ...version })}
        onSkip={(plate) => setBegun({ plate })}
        onClose={onClose}
      />
    );
  const given = { ...blankOf(valuationFields), plate: known.plate, customerId: known.customer?.id ?? null };
  const carOf = (values: ValuationValues) => Object.fromEntries(carKeys.map((key) => [key, values[key]])) as Car;
  return (
    <RecordForm<Car, Valuation>
      title={words.fresh}
      verb={words.begin}
      fields={carForm({ findsCustomers, locations, customer: known.customer }) as FormField<Car>[]}
      initial={carOf(given)}
      typed={carOf({ ...given, ...begun })}
      save={(car, { key }) => call('POST /valuations', { key, body: { ...given, ...begun, ...car } })}
      onSaved={({ id }) => location.assign(`/dealer/usedEvaluation/${id}`)}
      onClose={onClose}
    />
  );
}
