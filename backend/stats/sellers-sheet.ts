/** Sellers as a spreadsheet: the numbers that its reader may see, beside those before. */
import { day as dayText } from '#domain/italian.ts';
import { measureOf, numbersFor, sellerFigures, type SellersAnswer } from '#domain/stats/sellers.ts';
import { asFile, contentsOf, type Column } from '../lib/files/export.ts';
import type { FileAnswer } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import { readSellers, type SellersOver, type SellersQuery } from './sellers.ts';

type Line = SellersAnswer['rows'][number];

const columnsFor = ({ user }: Pick<Ctx, 'user'>, { from, to }: SellersAnswer['against']): Column<Line>[] => [
  {
    header: 'Venditore',
    kind: 'text',
    value: ({ name, target }) => name ?? (target ? 'Senza persona, posto da coprire' : 'Senza persona'),
  },
  { header: 'Obiettivo del mese', kind: 'number', value: ({ target }) => target?.pieces ?? null },
  { header: 'Pezzi per l’obiettivo', kind: 'number', value: ({ target }) => target?.done ?? null },
  ...numbersFor(user.privileges).flatMap((name): Column<Line>[] => {
    const { label } = sellerFigures[name];
    const kind = measureOf(name).unit === 'money' ? 'money' : 'number';
    return [
      { header: label, kind, value: ({ now }) => now[name] ?? 0 },
      { header: `${label}, ${dayText(from)}–${dayText(to)}`, kind, value: ({ before }) => before[name] ?? 0 },
    ];
  }),
];

export async function sellersFile(
  ctx: HeavyCtx,
  over: SellersOver,
  query: SellersQuery,
  format: 'csv' | 'xlsx',
): Promise<FileAnswer> {
  const { name, contents } = await ctx.inside(async (inner) => {
    const { from, to, against, rows } = await readSellers(inner, over, query);
    inner.audit({ action: 'export', entity: 'seller_stats', after: { rows: rows.length, format } });
    return { name: `venditori-${from}-${to}`, contents: await contentsOf(columnsFor(inner, against), [rows]) };
  });
  return asFile(name, format, contents);
}
