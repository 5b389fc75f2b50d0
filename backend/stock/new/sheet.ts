import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { integer, money } from '#domain/italian.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import type { VerbOf } from '#backend/lib/bind.ts';
import { readOne } from '#backend/lib/records.ts';
import { drawDocument, readLetterhead } from '#backend/documents/letterhead.ts';
import { sheetView } from '../sheet.ts';
import { HORSES } from '../shown.ts';
import { newCars } from './list.ts';
import { nameOf } from './records.ts';
import { technicalOf } from './technical.ts';

/** The sheet on a new car in the showroom: what is asked and the list price, what the catalogue says of it, what is on it. */
export const newSheet: VerbOf<typeof table, 'GET /stock/new/:id/sheet'> = async (ctx, { params }) => {
  const { car, technical, head } = await ctx.inside(async (inner) => {
    const read = await readOne(inner, newCars, params.id);
    return { car: read, technical: await technicalOf(inner, read), head: await readLetterhead(inner) };
  });
  const { kw, cc, co2, euroClass, seats } = technical;
  const name = nameOf(car);
  const said: [string, string | null][] = [
    [
      'Listino',
      car.listPrice === null || car.price === null || car.listPrice <= car.price ? null : money(car.listPrice),
    ],
    ['Alimentazione', fuels[car.fuel]],
    ['Cambio', gearboxes[technical.gearbox]],
    ['Potenza', `${integer(kw)} kW (${integer(Math.round(kw * HORSES))} CV)`],
    ['Cilindrata', cc ? `${integer(cc)} cc` : null],
    ['Classe Euro', euroClass || null],
    ['CO₂', `${integer(co2)} g/km`],
    ['Posti', String(seats)],
    ['Colore', technical.colour],
  ];
  const facts = said.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]));
  const bytes = await drawDocument(ctx, head, {
    template: 'stock/sheet.typ',
    title: name,
    number: car.code,
    pictures: {},
    footerLine: 'Prezzo IVA inclusa, immatricolazione e IPT escluse. Salvo venduto.',
    view: { ...sheetView({ name, price: car.price, facts, equipment: technical.equipment }), cover: '', qr: '' },
  });
  return { bytes, type: 'application/pdf', name: `Scheda ${car.code}.pdf`, inline: true };
};
