/** The valuation for the customer: the car, its state and what the company offers. Never what it is worth to the dealer. */
import { Failure } from '#domain/errors.ts';
import { fuels } from '#domain/catalog/terms.ts';
import { day, integer, money } from '#domain/italian.ts';
import { damageKinds } from '#domain/stock/damages.ts';
import type { valuations as table } from '#domain/valuations/endpoints.ts';
import { middles } from '#domain/valuations/places.ts';
import { places, servicings } from '#domain/valuations/terms.ts';
import { drawDocument, readLetterhead } from '../documents/letterhead.ts';
import { printedNames } from '../lib/people/printed-names.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { valuationCourse, type ValuationRecord } from './records.ts';

/** The condition in words: tyres, servicing, keys. */
export const conditionOf = ({
  tyres,
  servicing,
  keys,
}: Pick<ValuationRecord, 'tyres' | 'servicing' | 'keys'>): string =>
  [
    tyres !== null && `Gomme ${tyres} mm`,
    servicing !== null && servicings[servicing],
    keys !== null && (keys === 1 ? '1 chiave' : `${keys} chiavi`),
  ]
    .filter(Boolean)
    .join(' · ');

/** Everything the document says, as Italian text. */
export const valuationView = (record: ValuationRecord) => ({
  name: [record.maker, record.model, record.versionName].filter(Boolean).join(' '),
  customer: record.customer ?? '',
  facts: [
    ['Targa', record.plate || '—'],
    ['Immatricolazione', record.registeredOn ? day(record.registeredOn) : '—'],
    ['Chilometri', record.km === null ? '—' : integer(record.km)],
    ['Alimentazione', fuels[record.fuel]],
  ],
  condition: conditionOf(record),
  equipment: record.equipment,
  damages: record.damages.map(({ place, kind, note, x, y }, i) => ({
    no: String(i + 1),
    text: [places[place], damageKinds[kind], note].filter(Boolean).join(', '),
    x: x || middles[place][0],
    y: y || middles[place][1],
  })),
  offer: record.state === 'open' || record.state === 'requested' || record.offer === null ? '' : money(record.offer),
  until: record.offerUntil ? `Valida fino al ${day(record.offerUntil)}` : '',
  limit: record.offerKm === null ? '' : `e fino a ${integer(record.offerKm)} km`,
  seller: record.madeByName,
});

export const documentOf: VerbOf<typeof table, 'GET /valuations/:id/document'> = async (call, { params }) => {
  const { record, customer, head } = await call.inside(async (ctx) => {
    const read = await valuationCourse.read(ctx, params.id);
    const { customerId } = read;
    const names = await printedNames(ctx, customerId === null ? [] : [customerId]);
    return { record: read, customer: names.get(customerId ?? 0) ?? null, head: await readLetterhead(ctx) };
  });
  if (record.km === null && record.plate === '') throw new Failure('conflict', 'Inserire prima targa o chilometri.');
  const bytes = await drawDocument(call, head, {
    template: 'valuations/valuation.typ',
    title: 'Valutazione dell’usato',
    number: record.number,
    footerLine: `${record.number} · la valutazione vale per l’auto nello stato descritto e verificato alla consegna`,
    view: valuationView({ ...record, customer }),
    pictures: {},
  });
  return { bytes, type: 'application/pdf', name: `${record.number}.pdf`, inline: true };
};
