import { day, km, money } from '#domain/italian.ts';
import type { TradeIn } from '#domain/quotes/schema.ts';
import { iptExemptions } from '#domain/quotes/terms.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';
import { useReckoned } from './quote.ts';

/** What an issued quote shows of its agreements, too: apart from the other documents, which its page does not load. */

/** Lines with their amounts on the right. */
export const Priced = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl className="priced">
    {rows.map(([label, value], index) => (
      <div key={index}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export function InsuranceDocument() {
  const { priced } = useReckoned();
  if (priced.insurances.length === 0) return <p className="muted">{words.insurances.nothing}</p>;
  return <Priced rows={priced.insurances.map((one) => [one.label, money(one.gross)])} />;
}

/** The legal reliefs of this customer. */
export function Reliefs() {
  const { reducedVat, iptExemption } = useReckoned().draft;
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
  const { tradeIns } = useReckoned().draft;
  if (tradeIns.length === 0) return <p className="muted">{say.empty}</p>;
  return tradeIns.map((car, index) => (
    <div key={index}>
      <h3>{say.types[car.type]}</h3>
      <DescriptionList rows={carDetails(car)} />
    </div>
  ));
}

export function NotesDocument() {
  const { notes } = useReckoned().draft;
  return notes ? <p className="written">{notes}</p> : <p className="muted">{words.notes.nothing}</p>;
}
