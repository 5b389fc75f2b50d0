/** Open negotiations of the network by stage and age: from what companies tell, without persons. */
import { sql } from 'kysely';
import { daysBetween } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { negotiations as table } from '#domain/negotiations/endpoints.ts';
import {
  ageBands,
  countedBy,
  openStates,
  STILL_DAYS,
  type CountedBy,
  type Staged,
} from '#domain/negotiations/terms.ts';
import { asFile, contentsOf, type Column } from '../lib/files/export.ts';
import { stands } from '../lib/records/told.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';

interface Counting {
  entity: Staged;
  by: CountedBy;
  makerId?: number | undefined;
  companyId?: number | undefined;
  modelId?: number | undefined;
  province?: string | undefined;
  /** 0: in none. */
  stageId?: number | undefined;
  /** Days in the stage, both included. */
  minDays?: number | undefined;
  maxDays?: number | undefined;
}

interface Group {
  key: string | null;
  stageId: number | null;
  day: string;
  count: number;
}

const columns = {
  company: sql`f.company_id::text`,
  model: sql`f.model_id::text`,
  province: sql`f.province`,
} as const;

/** Names of what is counted by, by its key. */
async function namesOf({ db }: Ctx, by: CountedBy): Promise<ReadonlyMap<string, string>> {
  if (by === 'province') return new Map();
  const { rows } =
    by === 'company'
      ? await sql<{
          key: string;
          name: string;
        }>`select c.company_id::text as key, c.name from companies c where c.company_id <> ${MANUFACTURER} order by c.name, c.company_id`.execute(
          db,
        )
      : await sql<{ key: string; name: string }>`select o.id::text as key, concat_ws(' ', m.name, o.name) as name
          from models o join makers m on m.id = o.maker_id`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

const bandOf = (days: number): number => ageBands.findIndex(({ to }) => to === null || days <= to);
const sum = (groups: readonly Group[]): number => groups.reduce((total, { count }) => total + count, 0);
const byStage = (groups: readonly Group[]) =>
  [...Map.groupBy(groups, ({ stageId }) => stageId)].map(([stageId, of]) => ({ stageId, of }));

/** Open negotiations, those of each day and stage together. */
async function readGroups({ db, today }: Ctx, asked: Counting): Promise<Group[]> {
  const { entity, by, makerId, companyId, modelId, province, stageId, minDays = 0, maxDays = Infinity } = asked;
  const { rows } = await sql<Group>`select ${columns[by]} as key, k.stage_id,
      case when k.stage_id is null then f.day else greatest(k.day, f.day) end as day, count(*)::int as count
    from network_facts f left join record_stages k
      on k.company_id = f.company_id and k.entity = f.entity and k.record_id = f.record_id
    where f.entity = ${entity} and f.state = any(${openStates[entity]}::text[]) and ${stands('f', today)}
      ${makerId === undefined ? sql`` : sql`and f.model_id in (select o.id from models o where o.maker_id = ${makerId})`}
      ${companyId === undefined ? sql`` : sql`and f.company_id = ${companyId}`}
      ${modelId === undefined ? sql`` : sql`and f.model_id = ${modelId}`}
      ${province === undefined ? sql`` : sql`and f.province = ${province}`}
      ${stageId === undefined ? sql`` : sql`and coalesce(k.stage_id, 0) = ${stageId}`}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows.filter(({ day }) => {
    const days = daysBetween(day, today);
    return days >= minDays && days <= maxDays;
  });
}

const nameIn = (names: ReadonlyMap<string, string>, key: string) => names.get(key) ?? (key === '' ? '—' : key);

/** The names of what alone is counted. */
async function aboutOf(ctx: Ctx, { companyId, modelId, province }: Counting): Promise<string[]> {
  const named = async (by: CountedBy, of: number | undefined) =>
    of === undefined ? [] : [(await namesOf(ctx, by)).get(String(of)) ?? '—'];
  return [
    ...(await named('company', companyId)),
    ...(await named('model', modelId)),
    ...(province === undefined ? [] : [province]),
  ];
}

export const readNegotiations: VerbOf<typeof table, 'GET /network/negotiations'> = async (ctx, { query }) => {
  const { entity, by } = query;
  const groups = await readGroups(ctx, query);
  const { rows: used } = await sql<{ stageId: number; count: number }>`select k.stage_id, count(*)::int as count
    from record_stages k where k.entity = ${entity} and k.stage_id is not null
      and k.company_id in (select c.company_id from companies c where c.company_id <> ${MANUFACTURER})
    group by k.stage_id order by k.stage_id`.execute(ctx.db);
  const names = await namesOf(ctx, by);
  const age = ({ day }: Group) => daysBetween(day, ctx.today);
  const rows = [...Map.groupBy(groups, ({ key }) => key ?? '')]
    .map(([key, of]) => ({
      key,
      name: nameIn(names, key),
      stages: byStage(of).map(({ stageId, of: those }) => ({ stageId, count: sum(those) })),
      open: sum(of),
      still: sum(of.filter((group) => age(group) > STILL_DAYS)),
    }))
    .toSorted((a, b) => b.open - a.open || a.name.localeCompare(b.name, 'it'));
  const ages = byStage(groups).map(({ stageId, of }) => ({
    stageId,
    bands: ageBands.map((_, band) => sum(of.filter((group) => bandOf(age(group)) === band))),
  }));
  return { of: await aboutOf(ctx, query), rows, ages, used };
};

interface Line {
  name: string;
  stage: string;
  bands: number[];
}

const columnsOf = (by: CountedBy): Column<Line>[] => [
  { header: countedBy[by], kind: 'text', value: ({ name }) => name },
  { header: 'Stadio', kind: 'text', value: ({ stage }) => stage },
  { header: 'Aperte', kind: 'number', value: ({ bands }) => bands.reduce((all, one) => all + one, 0) },
  ...ageBands.map(({ label }, band): Column<Line> => ({
    header: `Da ${label} giorni`,
    kind: 'number',
    value: ({ bands }) => bands[band]!,
  })),
];

/** A row for each company, model or province and stage: what the page shows, with its age. */
export const exportNegotiations: VerbOf<typeof table, 'GET /network/negotiations/export'> = async (
  call,
  { query: { format, ...query } },
) => {
  const contents = await call.inside(async (ctx) => {
    const groups = await readGroups(ctx, query);
    const names = await namesOf(ctx, query.by);
    const { rows: stages } = await sql<{ id: number; label: string }>`select s.id, s.label from negotiation_stages s
      where s.company_id = ${MANUFACTURER} and s.entity = ${query.entity} order by s.place, s.id`.execute(ctx.db);
    const placeOf = (stageId: number | null) => stages.findIndex(({ id }) => id === stageId);
    const lines = [...Map.groupBy(groups, ({ key, stageId }) => `${key ?? ''}/${stageId ?? 0}`).values()]
      .map((of) => ({ name: nameIn(names, of[0]!.key ?? ''), place: placeOf(of[0]!.stageId), of }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'it') || a.place - b.place)
      .map(({ name, place, of }): Line => ({
        name,
        stage: stages[place]?.label ?? 'Senza stadio',
        bands: ageBands.map((_, band) => sum(of.filter(({ day }) => bandOf(daysBetween(day, ctx.today)) === band))),
      }));
    ctx.audit({ action: 'export', entity: 'negotiations', after: { rows: lines.length, format } });
    return contentsOf(columnsOf(query.by), [lines]);
  });
  return asFile('trattative', format, contents);
};
