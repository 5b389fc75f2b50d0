/** Visits by place and by seller as a spreadsheet. */
import { type AccessGroup, type AccessNumbers } from '#domain/stats/accesses.ts';
import { asFile, contentsOf, type Column } from '../lib/files/export.ts';
import type { FileAnswer } from '../lib/work/bind.ts';
import type { HeavyCtx } from '../lib/work/context.ts';
import { readAccesses, type AccessesOver, type AccessStatsQuery } from './accesses.ts';

interface Line {
  by: string;
  name: string;
  numbers: AccessNumbers;
}

const number = (header: string, of: keyof AccessNumbers): Column<Line> => ({
  header,
  kind: 'number',
  value: ({ numbers }) => numbers[of],
});

const columns: Column<Line>[] = [
  { header: 'Per', kind: 'text', value: ({ by }) => by },
  { header: 'Nome', kind: 'text', value: ({ name }) => name },
  number('Visite', 'visits'),
  number('Con attesa nota', 'waited'),
  number('Attesa mediana, minuti', 'waitMedian'),
  number('Attesa 90 %, minuti', 'waitLate'),
  number('Abbandonate', 'abandoned'),
  number('Rifiutate', 'refused'),
  number('Volte rifiutate', 'refusals'),
  number('Con preventivo', 'quoted'),
  number('Con contratto', 'contracted'),
];

const linesOf = (by: string, none: string, groups: readonly Pick<AccessGroup, 'name' | 'numbers'>[]): Line[] =>
  groups.map(({ name, numbers }) => ({ by, name: name ?? none, numbers }));

export async function accessesFile(
  ctx: HeavyCtx,
  over: AccessesOver,
  query: AccessStatsQuery,
  format: 'csv' | 'xlsx',
): Promise<FileAnswer> {
  const { name, contents } = await ctx.inside(async (inner) => {
    const { from, to, places, sellers, reasons, now } = await readAccesses(inner, over, query);
    const lines = [
      ...linesOf('Sede', 'Senza sede', places),
      ...linesOf('Venditore', 'Senza persona', sellers),
      ...linesOf('Motivo', 'Senza motivo', reasons),
      { by: 'Totale', name: 'Totale', numbers: now },
    ];
    inner.audit({ action: 'export', entity: 'access_stats', after: { rows: lines.length, format } });
    return { name: `accessi-${from}-${to}`, contents: await contentsOf(columns, [lines]) };
  });
  return asFile(name, format, contents);
}
