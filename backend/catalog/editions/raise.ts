/** Prices of a model that change together in a draft: first shown, then saved as they were seen. */
import { Failure } from '#domain/errors.ts';
import { money } from '#domain/italian.ts';
import { sum } from '#domain/money.ts';
import { sql } from 'kysely';
import { isSold, withChanges } from '#domain/catalog/editions/changes.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import { MOST_RAISED_SHOWN, raisedPrice, type Raise, type RaisedSum } from '#domain/catalog/editions/raise.ts';
import { MOST_PRICE } from '#domain/catalog/editions/tables.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { take } from '#backend/lib/records/move.ts';
import { modelOf } from './lists.ts';
import { readCatalogue } from './problems.ts';
import { answer, keptDrafts, readChanges, readEdition, type StoredChange } from './records.ts';
import { putRows } from './save.ts';

type Table = typeof table;

interface Raised {
  kind: 'versionPrices' | 'versionOptionPrices';
  key: string;
  label: string;
  before: number;
  after: number;
}

/** The prices of all that is sold of a model, as a draft leaves them, and what becomes of them. Throws `not_found`, `invalid`. */
async function raisedIn(ctx: Ctx, changes: readonly StoredChange[], raise: Raise): Promise<Raised[]> {
  await modelOf(ctx, raise.modelId, changes);
  const { rows } = await sql<{ id: number }>`select v.id from versions v where v.model_id = ${raise.modelId}`.execute(
    ctx.db,
  );
  const list = withChanges(await readCatalogue(ctx, rows.map(({ id }) => id)), changes); // prettier-ignore
  const versions = [...list.versions].filter(([, row]) => row.modelId === raise.modelId && isSold(row, ctx.today));
  const names = new Map(versions.map(([id, { name }]) => [id, String(name)]));
  const ofVersions = versions.map(([id]) => ({ kind: 'versionPrices' as const, key: id, label: names.get(id)! }));
  const ofOptions = [...list.versionOptions].flatMap(([key, row]) => {
    const [versionId, optionId] = key.split(':') as [string, string];
    if (!names.has(versionId) || row.standard || !isSold(row, ctx.today)) return [];
    const label = `${names.get(versionId)} · ${String(list.options.get(optionId)?.name ?? '')}`;
    return [{ kind: 'versionOptionPrices' as const, key, label }];
  });
  const priced = [
    ...(raise.prices === 'options' ? [] : ofVersions),
    ...(raise.prices === 'versions' ? [] : ofOptions),
  ].flatMap((one): Raised[] => {
    const key = `${one.key}:${DAY}`;
    const before = list[one.kind].get(key)?.price;
    return typeof before === 'number' ? [{ ...one, key, before, after: raisedPrice(before, raise) }] : [];
  });
  const beyond = priced.find(({ after }) => after > MOST_PRICE);
  if (beyond)
    throw new Failure('invalid', undefined, {
      fields: { percent: `${beyond.label}: al massimo ${money(MOST_PRICE)}` },
    });
  return priced.filter(({ before, after }) => before !== after);
}

const sumOf = (rows: readonly Raised[]): RaisedSum => ({
  count: rows.length,
  before: sum(rows.map(({ before }) => before)),
  after: sum(rows.map(({ after }) => after)),
});

const preview: VerbOf<Table, 'GET /catalog/editions/:id/raise'> = async (ctx, { params: { id }, query }) => {
  await readEdition(ctx, id);
  const rows = await raisedIn(ctx, await readChanges(ctx, id), query);
  const shown = rows.slice(0, MOST_RAISED_SHOWN);
  return { sum: sumOf(rows), rows: shown.map(({ label, before, after }) => ({ label, before, after })) };
};

const raisePrices: VerbOf<Table, 'POST /catalog/editions/:id/raise'> = async (ctx, { params: { id }, body }) => {
  const edition = await take(ctx, keptDrafts, { id, action: 'save' });
  const changes = await readChanges(ctx, id);
  const { seen, ...raise } = body;
  const rows = await raisedIn(ctx, changes, raise);
  const now = sumOf(rows);
  if (now.count !== seen.count || now.before !== seen.before || now.after !== seen.after)
    throw new Failure('conflict', 'I prezzi sono cambiati nel frattempo: guardare di nuovo l’anteprima.');
  const versions = new Map(changes.map(({ kind, key, version }) => [`${kind} ${key}`, version]));
  const sent = rows.map(({ kind, key, after }) => ({
    kind,
    key,
    version: versions.get(`${kind} ${key}`) ?? 0,
    values: { price: after },
  }));
  await putRows(ctx, edition, sent, changes);
  return answer(ctx, id);
};

export const raiseVerbs = {
  'GET /catalog/editions/:id/raise': preview,
  'POST /catalog/editions/:id/raise': raisePrices,
};
