/** The day by place as a spreadsheet. */
import { day as dayText } from '#domain/italian.ts';
import { keysOf } from '#domain/record/machine.ts';
import { dailyFigures, type DailyCells } from '#domain/stats/daily.ts';
import type { FileAnswer } from '../lib/work/bind.ts';
import type { HeavyCtx } from '../lib/work/context.ts';
import { asFile, contentsOf, type Column } from '../lib/files/export.ts';
import type { Figures } from './figures.ts';
import { readDaily, type DailyQuery } from './daily.ts';

interface Line {
  name: string;
  worked: number;
  working: number;
  cells: DailyCells;
}

/** The words of a row for what belongs to no place. */
const NOWHERE = 'Senza sede';

function columnsFor({ from, to }: { from: string; to: string }): Column<Line>[] {
  const before = `${dayText(from)}–${dayText(to)}`;
  return [
    { header: 'Sede', kind: 'text', value: (row) => row.name },
    { header: 'Giorni lavorati', kind: 'number', value: (row) => row.worked },
    { header: 'Giorni del mese', kind: 'number', value: (row) => row.working },
    ...keysOf(dailyFigures).flatMap((name): Column<Line>[] => {
      const { label } = dailyFigures[name];
      return [
        { header: `${label}, giorno`, kind: 'number', value: ({ cells }) => cells[name].day },
        { header: `${label}, mese`, kind: 'number', value: ({ cells }) => cells[name].month },
        { header: `${label}, ${before}`, kind: 'number', value: ({ cells }) => cells[name].before },
        { header: `${label}, previsti`, kind: 'number', value: ({ cells }) => cells[name].forecast },
      ];
    }),
  ];
}

/** The rows of the page and their total as CSV or XLSX. */
export async function dailyFile(
  ctx: HeavyCtx,
  figures: Figures,
  query: DailyQuery,
  format: 'csv' | 'xlsx',
): Promise<FileAnswer> {
  const { name, contents } = await ctx.inside(async (inner) => {
    const { day, rows, total, against } = await readDaily(inner, figures, query);
    const lines: Line[] = [...rows.map((row) => ({ ...row, name: row.name ?? NOWHERE })), { ...total, name: 'Totale' }];
    inner.audit({ action: 'export', entity: 'daily', after: { rows: lines.length, format } });
    return { name: `giornaliero-${day}`, contents: await contentsOf(columnsFor(against), [lines]) };
  });
  return asFile(name, format, contents);
}
