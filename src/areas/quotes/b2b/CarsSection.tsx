import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { day, km, money } from '#domain/italian.ts';
import { b2bCarFields, type B2bLine } from '#domain/quotes/b2b/fields.ts';
import { outgrownB2b, pastFacts, pastLines } from '#domain/quotes/b2b/lines.ts';
import type { B2bCar, PricedCar } from '#domain/quotes/b2b/schema.ts';
import { MOST_CARS } from '#domain/quotes/terms.ts';
import { percentGiven } from '#domain/quotes/approvals/caps.ts';
import { saleRegimes, type SaleRegime } from '#domain/stock/terms.ts';
import { Consent, type Reason } from '#site/areas/quotes/builder/incentives/Consent.tsx';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { choicesOf } from '#site/ui/choices.ts';
import { Combobox } from '#site/ui/Combobox.tsx';
import { Select } from '#site/ui/Field.tsx';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { useProblem } from '#site/ui/record/store/context.ts';
import { Rows } from '#site/ui/record/form/Rows.tsx';
import { Section } from '#site/ui/record/page/Section.tsx';
import { useB2b } from './store.ts';

const regimes = choicesOf(b2bCarFields.regime.words);

const priceLabel = (regime: SaleRegime) =>
  regime === 'vat' ? words.price : regime === 'margin' ? words.marginPrice : words.netPrice;

/** The details that distinguish one car from another. */
export const carDetails = (car: Pick<B2bCar, 'plate' | 'km' | 'registeredOn'>): string =>
  [car.plate, car.km !== null && km(car.km), car.registeredOn && t(words.registered, { day: day(car.registeredOn) })]
    .filter(Boolean)
    .join(' · ');

function CarsDocument() {
  const { cars } = useStore(useB2b().$priced);
  return (
    <dl className="priced">
      {cars.map((car) => (
        <div key={car.carId}>
          <dt>
            <b>{car.name}</b> <small>{[carDetails(car), saleRegimes[car.regime].label].join(' · ')}</small>
          </dt>
          <dd>{money(car.price)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The margin of a car, shown when the eye is open. */
function Left({ index }: { index: number }) {
  const { $priced, $view } = useB2b();
  const { margin } = useStore($priced);
  if (!useStore($view).margin || !margin) return null;
  const amount = margin.cars[index]?.amount ?? null;
  return (
    <span className={amount !== null && amount < 0 ? 'loss' : undefined}>
      {amount === null ? words.unknownLeft : t(words.left, { amount: money(amount) })}
    </span>
  );
}

function Car({
  line,
  index,
  car,
  set,
  tools,
}: {
  line: B2bLine;
  index: number;
  car: PricedCar;
  set: (patch: Partial<B2bLine>) => void;
  tools: ReactNode;
}) {
  const store = useB2b();
  const problem = useProblem();
  const { askingPrice } = useStore(store.$sheet).cars.find(({ id }) => id === line.carId) ?? { askingPrice: null };
  const at = (field: keyof B2bLine) => problem(`cars.${index}.${field}`);
  return (
    <>
      <div className="entry-head">
        <p className="grow">
          <b>{car.name}</b> <small>{carDetails(car)}</small>
        </p>
        {tools}
      </div>
      <div className="b2b-line">
        <Select
          name="regime"
          label={words.regime}
          options={regimes}
          value={line.regime}
          error={at('regime')}
          onChange={({ currentTarget: { value } }) => store.setRegime(index, value as SaleRegime)}
        />
        <MoneyField
          key={line.regime}
          name="price"
          label={priceLabel(line.regime)}
          min={0}
          value={line.price}
          error={at('price')}
          onChange={(price) => set({ price })}
        />
        <p className="b2b-told">
          {car.vat > 0 && <span>{t(words.taxed, { net: money(car.net), vat: money(car.vat) })}</span>}
          {askingPrice !== null && askingPrice !== line.price && (
            <span>{t(words.asked, { price: money(askingPrice) })}</span>
          )}
          <Left index={index} />
        </p>
      </div>
    </>
  );
}

/** The request for approval below the cars, for prices beyond the person's own limit. */
function Approval() {
  const store = useB2b();
  const quote = useStore(store.$quote);
  const draft = useStore(store.$draft);
  const sheet = useStore(store.$sheet);
  const editable = useStore(store.$editable);
  const past = pastLines(draft, sheet);
  const customerId = draft.customer?.id ?? null;
  const asked = sheet.approval;
  const holds = asked !== null && outgrownB2b(asked, past, customerId) === null;
  if ((quote && quote.state !== 'draft') || (past.length === 0 && !holds)) return null;
  // Whoever may exceed the limit is warned at each car; here they only decide on a colleague's request.
  if (sheet.mayExceed && !holds) return null;
  const ask = async (body: Reason, key: string) => {
    if (!(await store.autosave.flush())) return null;
    const { id, version } = store.$quote.get()!;
    return (await call('POST /quotes/b2b/:id/approvals', { params: { id }, version, body, key })).sheet.approval;
  };
  return (
    <Consent
      asked={asked}
      holds={holds}
      given={percentGiven(pastFacts(past, customerId))}
      past={t(words.past, { n: past.length })}
      mayAsk={editable && past.length > 0 && !sheet.mayExceed}
      actor={{ ...store.user, today: store.today }}
      onAsk={ask}
      onChange={(approval) => store.$sheet.set({ ...store.$sheet.get(), approval })}
    />
  );
}

export function CarsSection() {
  const store = useB2b();
  const { cars } = useStore(store.$draft);
  const priced = useStore(store.$priced);
  const editable = useStore(store.$editable);
  const full = cars.length >= MOST_CARS;
  const search = async (q: string, signal: AbortSignal) => {
    const found = await call('GET /quotes/b2b/cars', { query: { q }, signal });
    return found.filter(({ id }) => !cars.some(({ carId }) => carId === id));
  };
  return (
    <Section name="cars" document={<CarsDocument />} note={t(words.cars, { n: cars.length })}>
      <Combobox<B2bCar>
        name="addCar"
        label={words.addCar}
        help={full ? t(words.full, { n: MOST_CARS }) : words.addHelp}
        disabled={!editable || full}
        value={null}
        from={0}
        text={({ name }) => name}
        render={(car) => (
          <span className="match">
            <b>{car.name}</b>{' '}
            <small>
              {[carDetails(car), car.askingPrice !== null && money(car.askingPrice)].filter(Boolean).join(' · ')}
            </small>
            {car.held && <small>{car.held}</small>}
          </span>
        )}
        search={search}
        onSelect={(car) => car && store.add(car)}
      />
      {cars.length === 0 && <p className="muted">{words.noCars}</p>}
      <Rows<B2bLine>
        label={words.car}
        rows={cars}
        most={MOST_CARS}
        adders={[]}
        ordered
        onChange={(change) => store.change({ cars: change(store.$draft.get().cars) })}
      >
        {(line, index, set, tools) => (
          <Car line={line} index={index} set={set} tools={tools} car={priced.cars[index]!} />
        )}
      </Rows>
      <Approval />
    </Section>
  );
}
