/** What keeps a wholesale offer from being issued, and what one should know of it. */
import { money, percent } from '../../italian.ts';
import { percentOf } from '../../money.ts';
import { compactVat, isEuVatNumber } from './eu-vat.ts';
import type { B2bCar, B2bDraft, B2bIssue, B2bLine, B2bMargin, B2bSheet } from './priced.ts';
import { priceIn } from './asked.ts';
import type { SaleRegime } from './terms.ts';

type Said = Omit<B2bIssue, 'path'>;
const error = (message: string): Said => ({ level: 'error', message });
const warning = (message: string): Said => ({ level: 'warning', message });

/** Prices below what the caller may give alone: who validates contracts may give them, and is warned. */
function belowOf({ price, regime }: B2bLine, car: B2bCar, { taxRate, mayExceed }: B2bSheet): Said[] {
  const asked = (gross: number | null) => (gross === null ? null : priceIn(gross, regime, car, taxRate));
  const [least, asking] = [asked(car.minimum), asked(car.askingPrice)];
  const say = (why: string) =>
    mayExceed ? warning(why) : error(`${why}: alzare il prezzo, o far emettere l’offerta a chi valida i contratti`);
  if (least !== null && price < least) return [say(`sotto il minimo di ${money(least)}`)];
  if (asking === null || car.cap === null || asking - price <= percentOf(asking, car.cap)) return [];
  return [say(`oltre il ${percent(car.cap)} sotto il prezzo B2B di ${money(asking)}`)];
}

function priceSaid(line: B2bLine, car: B2bCar, sheet: B2bSheet, left: number | null): Said[] {
  if (line.price === 0) return [error('inserire il prezzo')];
  return [
    ...belowOf(line, car, sheet),
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

function carIssues({ cars }: B2bDraft, sheet: B2bSheet, margin: B2bMargin | null): B2bIssue[] {
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
      ...at('price', priceSaid(line, car, sheet, margin?.cars[i]?.amount ?? null)),
      ...at('regime', regimeSaid(line, car)),
    ];
  });
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
    ...put(
      has('intra_eu', 'export') && transfer === 'b2b',
      'transfer',
      'Un’auto che lascia l’Italia si radia per esportazione: la minivoltura è per operatori italiani',
    ),
  ];
}
