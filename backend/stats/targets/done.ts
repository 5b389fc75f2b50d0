/** What of targets was done, by the figures of contracts. */
import type { Days } from '#domain/record/figures.ts';
import { countedBy, targetObjectives, type Aim } from '#domain/stats/targets/objectives.ts';
import { seesTargets, type targetBases } from '#domain/stats/targets/endpoints.ts';
import { privileges } from '#domain/privileges.ts';
import { reachOf } from '#domain/record/rights.ts';
import { readFigure, type Figure, type Group } from '#backend/lib/records/figures.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import type { Figures } from '../figures.ts';

export type TargetBasis = (typeof targetBases)[number];
/** What was done at a place by a person in a month (`YYYY-MM`), and of how many. */
export interface Done {
  place: number | null;
  person: number | null;
  month: string;
  of: number;
  over: number;
}

/** Of a company as a whole: what is asked for, not who asks, says whose. */
export const everybody = { see: { own: [], all: Object.values(privileges) } };

/** Whose contracts the caller counts: everybody's, or the own. */
export const whoseOf = ({ user }: Pick<Ctx, 'user'>): { sellerId?: number } =>
  reachOf(seesTargets, user.privileges) === 'all' ? {} : { sellerId: user.id };

interface DoneQuery {
  basis: TargetBasis;
  days: Days;
  /** Of one place or person. */
  only: { locationId?: number; sellerId?: number };
}

/** What of an aim figures count, by its filters of the list. */
function asking({ contracts }: Pick<Figures, 'contracts'>, aim: Aim, { basis, days, only }: DoneQuery) {
  const figure: Figure = contracts;
  const { of, over } = countedBy(aim);
  const { measure } = targetObjectives[aim.objective];
  // As any list takes them.
  const whose: Record<string, number | undefined> = { ...only };
  const parts = { of: { ...days, filters: { ...of } }, over: { ...days, filters: { ...over } } };
  const read = ({ sums }: Group<'of' | 'over'>) => ({
    of: Number(sums.of[measure] ?? 0),
    over: over ? Number(sums.over[measure] ?? 0) : 0,
  });
  return { figure, query: { basis, parts, filters: whose, measures: [measure] }, read };
}

/** What was done of an aim, by place, person and month, as far as the caller sees it; of one place if it is named. */
export async function readDone(
  ctx: Ctx,
  figures: Pick<Figures, 'contracts'>,
  aim: Aim,
  { locationId, ...asked }: Omit<DoneQuery, 'only'> & { locationId?: number | undefined },
): Promise<Done[]> {
  const only = { ...whoseOf(ctx), ...(locationId !== undefined && { locationId }) };
  const { figure, query, read } = asking(figures, aim, { ...asked, only });
  const by = ['place', 'person', 'month'];
  const rows = await readFigure(ctx, figure, { ...query, by, rights: { see: seesTargets } });
  return rows.map((row) => ({ place: row.place ?? null, person: row.person ?? null, month: row.month!, ...read(row) }));
}

/** What was done of an aim in all, whoever asks. */
export async function countDone(ctx: Ctx, figures: Pick<Figures, 'contracts'>, aim: Aim, asked: DoneQuery) {
  const { figure, query, read } = asking(figures, aim, asked);
  const [all] = await readFigure(ctx, figure, { ...query, rights: everybody });
  return read(all!);
}
