/** The targets of a year as a spreadsheet: a row a person, with what was done beside each month. */
import { month as monthText } from '#domain/italian.ts';
import type { TargetRow } from '#domain/stats/targets/endpoints.ts';
import { unitOf } from '#domain/stats/targets/objectives.ts';
import { asFile, contentsOf, type Column } from '#backend/lib/files/export.ts';
import type { FileAnswer } from '#backend/lib/work/bind.ts';
import type { HeavyCtx } from '#backend/lib/work/context.ts';
import type { Figures } from '../figures.ts';
import { readTargets, twelve, type TargetsQuery } from './read.ts';

interface Line extends TargetRow {
  place: string;
}

export async function targetsFile(
  ctx: HeavyCtx,
  figures: Figures,
  query: TargetsQuery,
  format: 'csv' | 'xlsx',
): Promise<FileAnswer> {
  const { name, contents } = await ctx.inside(async (inner) => {
    const { places, year, ...read } = await readTargets(inner, figures, query);
    const unit = unitOf({ objective: read.objective, aim: read.aim ?? undefined });
    const kind = unit === 'money' ? 'money' : 'number';
    const shown = (amount: number) => (unit === 'percent' ? amount / 100 : amount);
    const share = (done: number, over: number) => (unit === 'percent' ? (over === 0 ? null : Math.round((done * 10_000) / over) / 100) : done); // prettier-ignore
    const columns: Column<Line>[] = [
      { header: 'Sede', kind: 'text', value: (row) => row.place },
      { header: 'Persona', kind: 'text', value: (row) => row.name ?? 'Posto da coprire' },
      ...twelve((month) => month).flatMap((month): Column<Line>[] => {
        const label = monthText(`${year}-${String(month).padStart(2, '0')}`);
        return [
          { header: label, kind, value: ({ cells }) => (cells[month - 1] ? shown(cells[month - 1]!.amount) : null) },
          { header: `${label}, fatto`, kind, value: ({ done, over }) => share(done[month - 1]!, over[month - 1]!) },
        ];
      }),
    ];
    const lines = places.flatMap((place) =>
      place.rows.map((row): Line => ({ ...row, place: place.name ?? 'Senza sede' })),
    );
    inner.audit({ action: 'export', entity: 'target_edition', after: { rows: lines.length, format } });
    return { name: `obiettivi-${year}`, contents: await contentsOf(columns, [lines]) };
  });
  return asFile(name, format, contents);
}
