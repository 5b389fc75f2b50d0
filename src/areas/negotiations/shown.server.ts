/** For the server: open negotiations as the page shows them. */
import {
  ageBands,
  MOST_STAGE_DAYS,
  MOST_STAGES,
  STILL_DAYS,
  type CountedBy,
  type Staged,
} from '#domain/negotiations/terms.ts';
import { t } from '#site/lib/intl.ts';
import { idIn } from '#site/lib/asked.server.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { integer } from '#domain/italian.ts';
import { sum } from '#domain/money.ts';
import { negotiations as words } from '#site/messages/it/negotiations.ts';
import type { ListedStage } from './listed.ts';

type Read = CallAnswer<'GET /network/negotiations'>;
type Stages = CallAnswer<'GET /negotiation-stages'>['rows'];

/** The rows that are shown apart; the others are one. */
const MOST_SHOWN = 10;

interface Selection {
  entity: Staged;
  by: CountedBy;
  makerId?: string | undefined;
  isWhole?: boolean;
  /** What alone is counted. */
  narrow?: Narrow;
}
export type Narrow = Partial<Record<'companyId' | 'modelId' | 'province' | 'stageId' | 'minDays' | 'maxDays', string>>;

/** Of those that stand still, and of those in each band. */
const still = { minDays: String(STILL_DAYS + 1) };
const bandOf = (band: number): Narrow => {
  const [before, { to }] = [ageBands[band - 1], ageBands[band]!];
  return {
    ...(before && { minDays: String(before.to! + 1) }),
    ...(to !== null && { maxDays: String(to) }),
  };
};
const daysIn = (params: URLSearchParams, name: 'minDays' | 'maxDays') => {
  const asked = idIn(params, name);
  return asked !== undefined && Number(asked) <= MOST_STAGE_DAYS && { [name]: asked };
};
/** How long those that alone are counted have been in their stage; null: however long. */
export function daysOf({ minDays, maxDays }: Narrow): string | null {
  if (minDays === undefined && maxDays === undefined) return null;
  return maxDays === undefined
    ? t(words.over, { days: Number(minDays) - 1 })
    : t(words.between, { from: minDays ?? 0, to: maxDays });
}

/** What alone is counted, by the address of the page; leads are of no model. */
export function narrowIn(params: URLSearchParams, entity: Staged): Narrow {
  const [companyId, modelId] = [idIn(params, 'companyId'), entity === 'quote' ? idIn(params, 'modelId') : undefined];
  const province = /^[A-Z]{2}$/.exec(params.get('province') ?? '')?.[0];
  const stageId = params.get('stageId') === '0' ? '0' : idIn(params, 'stageId');
  return {
    ...(companyId && { companyId }),
    ...(modelId && { modelId }),
    ...(province && { province }),
    ...(stageId && { stageId }),
    ...daysIn(params, 'minDays'),
    ...daysIn(params, 'maxDays'),
  };
}
/** The address that asks for these negotiations; leads are of no maker. */
export const asked = ({ entity, by, makerId, isWhole, narrow }: Selection): string =>
  `?${new URLSearchParams({
    of: entity,
    by,
    ...(makerId && entity === 'quote' && { makerId }),
    ...(isWhole && { all: 'true' }),
    ...narrow,
  })}`;

/** What says of which company, model or province a row is. */
const keyOf = { company: 'companyId', model: 'modelId', province: 'province' } as const;

/** The rows behind those of one company, model or province: of what, and by what they are counted. Leads are of no model. */
function behind(of: Selection, key: string): Selection | null {
  if (key === '') return null;
  const by = of.by !== 'company' ? 'company' : of.entity === 'quote' ? 'model' : 'province';
  if (of.narrow?.[keyOf[by]] !== undefined) return null;
  return { ...of, by, isWhole: false, narrow: { ...of.narrow, [keyOf[of.by]]: key } };
}

/** Everything that is read of one page of stages: there are never more. */
export const STAGES_READ = 2 * MOST_STAGES * 5;

const firstStill = ageBands.findIndex(({ to }) => to === STILL_DAYS) + 1;

/** Stages with how many negotiations have them. */
export const listedStages = (stages: Stages, { used, ages }: Read): ListedStage[] =>
  stages
    .map((stage) => ({
      ...stage,
      used: used.find(({ stageId }) => stageId === stage.id)?.count ?? 0,
      open: sum(ages.find(({ stageId }) => stageId === stage.id)?.bands ?? []),
      href: asked({ entity: stage.entity, by: 'company', narrow: { stageId: String(stage.id) } }),
    }))
    .toSorted((a, b) => Number(a.archived) - Number(b.archived) || a.place - b.place || a.id - b.id);

/** The table and the bars: a column for each stage that is offered or that an open negotiation has. */
export function shownOf({ rows, ages }: Read, stages: Stages, of: Selection) {
  const isUsed = (id: number | null) => ages.some(({ stageId }) => stageId === id);
  const columns = [
    ...stages
      .filter(
        ({ id, archived, outcome }) =>
          isUsed(id) || (!archived && outcome === 'open' && of.narrow?.stageId === undefined),
      )
      .map(({ id, label, probability, archived }) => ({ id, label, probability, retired: archived })),
    ...(isUsed(null) ? [{ id: null, label: words.without, probability: null, retired: false }] : []),
  ];
  const lineOf = (name: string, those: Read['rows'], key = '') => {
    const rowsBehind = behind(of, key);
    const behindOf = (more: Narrow) =>
      rowsBehind && asked({ ...rowsBehind, narrow: { ...rowsBehind.narrow, ...more } });
    const stillCount = sum(those.map((row) => row.still));
    const counts = columns.map(({ id }) =>
      sum(those.flatMap(({ stages: own }) => own.filter(({ stageId }) => stageId === id).map(({ count }) => count))),
    );
    return {
      name,
      href: rowsBehind && asked(rowsBehind),
      counts,
      /** Where the rows of each count are. */
      hrefs: columns.map(({ id }, at) => (counts[at]! > 0 ? behindOf({ stageId: String(id ?? 0) }) : null)),
      open: sum(those.map(({ open }) => open)),
      still: stillCount,
      stillHref: stillCount > 0 ? behindOf(still) : null,
      expected: Math.round(sum(columns.map(({ probability }, at) => (counts[at]! * (probability ?? 0)) / 100))),
    };
  };
  const most = of.isWhole ? rows.length : MOST_SHOWN;
  const rest = rows.slice(most);
  return {
    ...of,
    columns,
    rows: rows.slice(0, most).map((row) => lineOf(row.name, [row], row.key)),
    others: rest.length > 0 ? lineOf(t(words.others, { n: integer(rest.length) }), rest) : null,
    total: lineOf(words.network, rows),
    bands: ageBands.map(({ label }, band) => ({
      label,
      href: ages.some(({ bands }) => bands[band]! > 0)
        ? asked({ ...of, isWhole: false, narrow: { ...of.narrow, ...bandOf(band) } })
        : null,
    })),
    ages: columns.map(({ id, label, retired }) => {
      const bands = ages.find(({ stageId }) => stageId === id)?.bands ?? ageBands.map(() => 0);
      const [open, standing] = [sum(bands), sum(bands.slice(firstStill))];
      const rowsOf = (count: number, more: Narrow = {}) =>
        count > 0
          ? asked({ ...of, isWhole: false, narrow: { ...of.narrow, stageId: String(id ?? 0), ...more } })
          : null;
      return {
        label,
        retired,
        bands: bands.map((count, band) => ({ count, href: rowsOf(count, bandOf(band)) })),
        open,
        href: rowsOf(open),
        still: standing,
        stillHref: rowsOf(standing, still),
      };
    }),
  };
}
export type Shown = ReturnType<typeof shownOf>;
