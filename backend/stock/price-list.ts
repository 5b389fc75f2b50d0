import { sql, type SqlBool } from 'kysely';
import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { Failure } from '#domain/errors.ts';
import { day, integer, money } from '#domain/italian.ts';
import { byNumbers } from '#domain/order.ts';
import { isSellable } from '#domain/stock/terms.ts';
import { isNewSellable } from '#domain/stock/new-terms.ts';
import type { FileAnswer } from '../lib/work/bind.ts';
import type { HeavyCtx } from '../lib/work/context.ts';
import { condition, readMany, type Listed, type Query } from '../lib/records/list.ts';
import { isHeld } from './shown.ts';
import { drawDocument, readLetterhead } from '../documents/letterhead.ts';
import type { UsedCarRecord } from './records.ts';
import type { NewCarRecord } from './new/records.ts';

/** The most cars of one list. */
const MOST = 2000;

interface Line {
  maker: string;
  name: string;
  detail: string;
  cells: string[];
}

interface Kind<R> {
  title: string;
  heads: string[];
  footerLine: string;
  /** The line of a car for customers; null when it is not for sale. */
  line: (car: R, seen: { held: boolean; today: string }) => Line | null;
}

const said = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ');
const asked = (price: number | null) => (price === null ? 'su richiesta' : money(price));
const month = (date: string | null) => (date === null ? '—' : day(date).slice(3));

/** Used cars for customers: never their cost, lowest price or the holder of a reservation. */
export const usedPriceList: Kind<UsedCarRecord> = {
  title: 'Auto usate',
  heads: ['Auto', 'Immatr.', 'Km', 'Prezzo'],
  footerLine: 'Prezzi IVA inclusa, passaggio di proprietà escluso. Salvo venduto.',
  line: ({ maker, model, versionName, ...car }, { held }) =>
    !isSellable(car.state)
      ? null
      : {
          maker,
          name: [model, versionName].filter(Boolean).join(' '),
          detail: said(
            fuels[car.fuel],
            gearboxes[car.gearbox],
            car.kw !== null && `${car.kw} kW`,
            car.colour,
            car.state === 'scheduled' && 'in arrivo',
            held && 'in trattativa',
            car.code,
          ),
          cells: [month(car.registeredOn), car.km === null ? '—' : integer(car.km), asked(car.retailPrice)],
        },
};

export const newPriceList: Kind<NewCarRecord> = {
  title: 'Auto nuove',
  heads: ['Auto', 'Disponibile', 'Listino', 'Prezzo'],
  footerLine: 'Prezzi IVA inclusa, immatricolazione e IPT escluse. Salvo venduto.',
  line: ({ maker, model, versionName, ...car }, { held, today }) =>
    !isNewSellable(car.state)
      ? null
      : {
          maker,
          name: [model, versionName].join(' '),
          detail: said(...car.options, held && 'in trattativa', car.code),
          cells: [
            car.state === 'in_stock' ? 'subito' : (car.expectedOn ?? '') < today ? 'in arrivo' : month(car.expectedOn),
            car.listPrice === null ? '—' : money(car.listPrice),
            asked(car.price),
          ],
        },
};

/**
 * Prints the filtered or chosen cars that are for sale as a list for customers, by make and model. Throws `invalid`
 * when there are too many.
 */
export async function priceList<R extends { archived: boolean; reservedUntil: string | null }, F extends Query>(
  ctx: HeavyCtx,
  of: Listed<R, F>,
  query: F & { ids?: readonly number[] | undefined },
  { title, heads, footerLine, line }: Kind<R>,
): Promise<FileAnswer> {
  const { cars, head } = await ctx.inside(async (inner) => {
    const listed = await condition(inner, of, query);
    const wanted = query.ids ? sql<SqlBool>`${listed} and r.id = any(${[...query.ids]}::bigint[])` : listed;
    return { cars: await readMany(inner, of, query, wanted, { limit: MOST + 1 }), head: await readLetterhead(inner) };
  });
  if (cars.length > MOST)
    throw new Failure('invalid', `Un listino ha al massimo ${MOST} auto: restringere l’elenco con i filtri.`);
  const lines = cars.flatMap((car) =>
    car.archived ? [] : (line(car, { held: isHeld(ctx, car), today: ctx.today }) ?? []),
  );
  const byName = (a: { name: string }, b: { name: string }) => byNumbers(a.name, b.name);
  const groups = [...Map.groupBy(lines, ({ maker }) => maker)].map(([name, all]) => ({
    name,
    cars: all.toSorted(byName),
  }));
  const bytes = await drawDocument(ctx, head, {
    template: 'stock/price-list.typ',
    title: `Listino ${title.toLowerCase()}`,
    number: title,
    footerLine,
    view: { heads, groups: groups.toSorted(byName), none: 'Nessuna delle auto scelte è in vendita.' },
    pictures: {},
  });
  return { bytes, type: 'application/pdf', name: `Listino ${title.toLowerCase()} ${ctx.today}.pdf`, inline: true };
}
