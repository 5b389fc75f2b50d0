import { useStore } from '@nanostores/react';
import { carColour } from '#domain/quotes/car-colour.ts';
import { incentiveAmount } from '#domain/quotes/incentives.ts';
import { linesOf } from '#domain/quotes/lines.ts';
import type { TradeIn } from '#domain/quotes/schema.ts';
import { iptExemptions } from '#domain/quotes/terms.ts';
import { warrantyOf } from '#domain/quotes/warranty.ts';
import { day, km, money, percent, rate } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { DescriptionList } from '#site/ui/record/DescriptionList.tsx';
import { Beside } from './financial/Beside.tsx';
import { useBuilder } from './store.ts';

/** What each section shows when the quote can no longer change: text as on paper, without fields. */

const useQuote = () => {
  const store = useBuilder();
  return { draft: useStore(store.$draft), sheet: useStore(store.$sheet), priced: useStore(store.$priced) };
};

export function VersionDocument() {
  const { draft, sheet, priced } = useQuote();
  const of = (...kinds: string[]) => priced.options.filter(({ kind }) => kinds.includes(kind));
  const [colour] = of('colour');
  const chosen = (kind: string) =>
    of(kind)
      .map(({ name }) => name)
      .join(', ');
  const lines = [
    ...of('colour', 'interior')
      .filter((one) => one.price > 0 && !one.included)
      .map((one) => [one.name, money(one.price)] as const),
    ...of('optional', 'pack').map(
      (one) => [`${one.name} · ${one.code}`, one.included ? words.version.included : money(one.price)] as const,
    ),
    ...sheet.accessories
      .filter(({ id }) => draft.accessoryIds.includes(id))
      .map((one) => [`${one.description} · ${one.code}`, money(one.price)] as const),
  ];
  return (
    <>
      <div className="paint-row">
        <Silhouette
          body={sheet.model.body}
          colour={carColour(sheet, priced)}
          label={[sheet.model.name, colour?.name].filter(Boolean).join(', ')}
        />
        <DescriptionList
          rows={[
            [words.version.colour, chosen('colour')],
            [words.version.interior, chosen('interior')],
            [
              words.version.province,
              sheet.provinces.find(({ code }) => code === draft.province)?.name ?? draft.province,
            ],
          ]}
        />
      </div>
      {lines.length > 0 && <Priced rows={lines} />}
    </>
  );
}

/** Lines with their amounts on the right. */
const Priced = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl className="priced">
    {rows.map(([label, value], index) => (
      <div key={index}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export function ServiceDocument({ name }: { name: 'services' | 'makerServices' }) {
  const { draft, sheet } = useQuote();
  const chosen = { services: draft.serviceIds, makerServices: draft.makerServiceIds }[name];
  const rows = sheet[name].filter(({ id }) => chosen.includes(id));
  return (
    <>
      {name === 'services' && sheet.used && <p>{warrantyOf(draft, sheet.used).title}</p>}
      {rows.length === 0 ? (
        <p className="muted">{words.services.nothing}</p>
      ) : (
        <Priced rows={rows.map((one) => [one.description, money(one.price)])} />
      )}
    </>
  );
}

export function InsuranceDocument() {
  const { priced } = useQuote();
  if (priced.insurances.length === 0) return <p className="muted">{words.insurances.nothing}</p>;
  return <Priced rows={priced.insurances.map((one) => [one.label, money(one.gross)])} />;
}

/** The legal reliefs of this customer. */
export function Reliefs() {
  const { reducedVat, iptExemption } = useQuote().draft;
  if (!reducedVat && iptExemption === 'none') return null;
  return (
    <p>
      {words.customer.reliefs}:{' '}
      {[
        reducedVat && words.customer.reducedVat,
        iptExemption !== 'none' && `${words.customer.iptExemption}: ${iptExemptions[iptExemption]}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

export function CustomerDocument() {
  const { customer } = useQuote().draft;
  return (
    customer && (
      <>
        <b>{customer.name}</b>
        <Reliefs />
      </>
    )
  );
}

const say = words.used;
const carDetails = (car: TradeIn) =>
  [
    [say.plate, car.plate],
    [say.description, car.description],
    [say.km, car.km === null ? '' : km(car.km)],
    [say.registeredOn, car.registeredOn && day(car.registeredOn)],
    [say.euroClass, car.euroClass === null ? '' : `Euro ${car.euroClass}`],
    [say.valuation, money(car.valuation)],
    [say.residualDebt, car.residualDebt > 0 && money(car.residualDebt)],
    [say.net, money(car.valuation - car.residualDebt)],
  ] as const;

export function UsedDocument() {
  const { tradeIns } = useQuote().draft;
  if (tradeIns.length === 0) return <p className="muted">{say.empty}</p>;
  return tradeIns.map((car, index) => (
    <div key={index}>
      <h3>{say.types[car.type]}</h3>
      <DescriptionList rows={carDetails(car)} />
    </div>
  ));
}

export function IncentiveDocument() {
  const { draft, sheet } = useQuote();
  const lines = linesOf(draft, sheet);
  const rows = [
    ...sheet.incentives
      .filter(({ id }) => draft.incentiveIds.includes(id))
      .map((one) => [one.name, money(-incentiveAmount(one, draft, sheet, lines))] as const),
    ...draft.customDiscounts.map(
      ({ label, amount, percent: rate }) =>
        [label || words.incentives.defaultLabel, rate === null ? money(-(amount ?? 0)) : `−${percent(rate)}`] as const,
    ),
  ];
  return (
    <>
      {rows.length > 0 ? <Priced rows={rows} /> : <p className="muted">{words.incentives.nothing}</p>}
      {draft.lowIncome && <p className="muted">{words.incentives.lowIncome}</p>}
    </>
  );
}

export function FinancialDocument() {
  const { draft, sheet, priced } = useQuote();
  const { offer } = priced;
  const plan = sheet.plans.find(({ id }) => id === draft.financing?.planId);
  if (!offer && draft.deposit === 0) return <p className="muted">{words.financial.none}</p>;
  return (
    <>
      <DescriptionList
        rows={[
          [words.financial.deposit, draft.deposit > 0 && money(draft.deposit)],
          [words.financial.plan, plan?.name ?? ''],
          [words.financial.amount, offer && money(offer.amount)],
          [
            words.totals.instalment,
            offer && t(words.financial.timesOf, { n: offer.instalments, amount: money(offer.instalment) }),
          ],
          [
            plan?.type === 'tcm' ? words.financial.vfg : words.financial.maxi,
            offer && offer.balloon > 0 && money(offer.balloon),
          ],
          ['TAN', offer && rate(offer.tan)],
          ['TAEG', offer && rate(offer.taeg)],
          [words.financial.protection, offer && offer.protection > 0 && money(offer.protection)],
          [words.financial.owed, offer && money(offer.totalDue)],
        ]}
      />
      <Beside />
    </>
  );
}

export function NotesDocument() {
  const { notes } = useQuote().draft;
  return notes ? <p className="written">{notes}</p> : <p className="muted">{words.notes.nothing}</p>;
}
