/** What keeps a wholesale offer from being issued, and what one should know of it. */
import { money } from '#domain/italian.ts';
import { MOST_VALUATION } from '../plausible.ts';
import { outgrownB2b, pastLines } from './caps.ts';
import { compactVat, isEuVatNumber } from './eu-vat.ts';
import type { B2bCar, B2bDraft, B2bIssue, B2bLine, B2bMargin, B2bSheet } from './priced.ts';
import { servicesOf } from './services.ts';
import type { SaleRegime } from './terms.ts';

type Said = Omit<B2bIssue, 'path'>;
const error = (message: string): Said => ({ level: 'error', message });
const warning = (message: string): Said => ({ level: 'warning', message });

const unsettled = {
  asked: 'in attesa di autorizzazione, si emette quando è autorizzato',
  refused: 'prezzo rifiutato: alzarlo o chiedere di nuovo con un altro motivo',
};

/**
 * Prices past what the caller may give alone, by the place of their car: who validates contracts may give them, and is warned; of
 * others an approval that covers them all is asked.
 */
function pastSaid(draft: B2bDraft, sheet: B2bSheet): ReadonlyMap<number, Said> {
  const past = pastLines(draft, sheet);
  const { approval, mayExceed } = sheet;
  const holds = approval !== null && outgrownB2b(approval, past, draft.customer?.id ?? null) === null;
  const said = (why: string): Said[] => {
    if (mayExceed) return [warning(why)];
    if (holds && approval.state === 'granted') return [];
    if (holds && (approval.state === 'asked' || approval.state === 'refused'))
      return [error(unsettled[approval.state])];
    return [error(`${why}: alzare il prezzo o chiedere l’autorizzazione`)];
  };
  return new Map(past.flatMap(({ index, why }) => said(why).map((one) => [index, one] as const)));
}

function priceSaid(line: B2bLine, past: Said | undefined, left: number | null): Said[] {
  if (line.price === 0) return [error('inserire il prezzo')];
  if (line.price > MOST_VALUATION) return [error(`prezzo non plausibile, al massimo ${money(MOST_VALUATION)}`)];
  return [
    ...(past ? [past] : []),
    ...(left !== null && left < 0 ? [{ ...warning(`in perdita di ${money(-left)}`), ofMargin: true as const }] : []),
  ];
}

function regimeSaid({ regime }: B2bLine, car: B2bCar): Said[] {
  if (regime === 'margin' && car.regime === 'vat')
    return [error('nello stock è con IVA esposta, il regime del margine non si applica')];
  return regime === 'vat' && car.regime === 'margin'
    ? [warning('acquistata a margine, l’IVA è dovuta sull’intero prezzo')]
    : [];
}

function carIssues(draft: B2bDraft, sheet: B2bSheet, margin: B2bMargin | null): B2bIssue[] {
  const { cars } = draft;
  const past = pastSaid(draft, sheet);
  return cars.flatMap((line, i) => {
    const car = sheet.cars.find(({ id }) => id === line.carId);
    const at = (field: keyof B2bLine, said: Said[]) =>
      said.map(({ message, ...one }): B2bIssue => {
        const name = car ? car.plate || car.name : 'L’auto';
        // What is only to be known stands with the section, not as an error at its field.
        const path = one.level === 'error' ? `cars.${i}.${field}` : `cars.${i}`;
        return { ...one, path, message: `${name}: ${message}` };
      });
    if (!car) return at('carId', [error('non è più in stock, toglierla dall’offerta')]);
    const isDouble = cars.findIndex(({ carId }) => carId === line.carId) < i;
    return [
      ...at('carId', [
        ...(isDouble ? [error('è già nell’offerta')] : []),
        ...(car.barred ? [error(`${car.barred}, toglierla dall’offerta`)] : []),
        ...(car.held ? [warning(car.held)] : []),
      ]),
      ...at('price', priceSaid(line, past.get(i), margin?.cars[i]?.amount ?? null)),
      ...at('regime', regimeSaid(line, car)),
    ];
  });
}

/** Chosen services that do not count. */
function serviceIssues(draft: B2bDraft, sheet: B2bSheet): B2bIssue[] {
  const { serviceIds, cars } = draft;
  const sold = servicesOf(draft, sheet);
  const known = sheet.services.filter(({ id }) => serviceIds.includes(id));
  const idle = cars.length === 0 ? [] : known.filter(({ id }) => !sold.some(({ service }) => service.id === id));
  const said = [
    ...(known.length < new Set(serviceIds).size ? ['Un servizio scelto non si vende più e non è contato'] : []),
    ...idle.map(({ description }) => `${description}: non si vende per queste auto`),
  ];
  return said.map((message) => ({ ...warning(message), path: 'serviceIds' }));
}

/** Errors and warnings of an offer, car by car in its order. */
export function issuesOf(draft: B2bDraft, sheet: B2bSheet, margin: B2bMargin | null): B2bIssue[] {
  const { customer, cars, transfer, euVatNumber } = draft;
  const has = (...regimes: SaleRegime[]) => cars.some(({ regime }) => regimes.includes(regime));
  const put = (wrong: boolean, path: string, message: string): B2bIssue[] =>
    wrong ? [{ ...error(message), path }] : [];
  return [
    ...put(
      customer?.type === 'private',
      'customer',
      'Un’offerta B2B è per chi ha la partita IVA: il cliente è un privato',
    ),
    ...put(
      has('intra_eu') && !isEuVatNumber(compactVat(euVatNumber)),
      'euVatNumber',
      'Per una cessione UE inserire la partita IVA di un altro Stato, per esempio DE123456789',
    ),
    ...carIssues(draft, sheet, margin),
    ...serviceIssues(draft, sheet),
    ...put(
      has('intra_eu', 'export') && transfer === 'b2b',
      'transfer',
      'Un’auto che lascia l’Italia si radia per esportazione: la minivoltura è per operatori italiani',
    ),
  ];
}
