/** How a edition of targets is begun, written and put in force. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import { day, hundredths, money, integer, monthName } from '#domain/italian.ts';
import type { targetCalls as table, TargetCells, TargetEdition } from '#domain/stats/targets/endpoints.ts';
import { addsUp, aimFault, mostOf, NO_BASKET, targetObjectives, unitOf, type Aim, type TargetUnit } from '#domain/stats/targets/objectives.ts'; // prettier-ignore
import { OWN } from '#backend/db/tenant.ts';
import { readBaskets, tellBaskets } from '#backend/lib/ports/baskets.ts';
import { placeNames } from '#backend/lib/people/places.ts';
import { stale } from '#backend/lib/records/stale.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { nowhere, readPlaces } from '../places.ts';
import { editionOf, monthsOver, ofAim, readCells, type Cell } from './cells.ts';
import { checkOwn } from './own.ts';

type Table = typeof table;

const ENTITY = 'target_edition';
/** An amount of a target in words. */
export const said: Readonly<Record<TargetUnit, (amount: number) => string>> = {
  count: integer,
  money,
  percent: (amount) => `${hundredths(amount / 100)} %`,
};
const firstOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`;
const nameOf = (year: number, month: number) => monthName(firstOf(year, month));

/** The draft, locked, as its caller saw it; throws `not_found`, `conflict` once it is in force, `stale`. */
async function draftOf(ctx: Ctx, id: number, version: number): Promise<TargetEdition> {
  const found = await editionOf(ctx, { id }, { lock: true });
  if (!found) throw new Failure('not_found');
  if (found.state !== 'draft') throw new Failure('conflict', 'Questi obiettivi sono già in vigore: per cambiarli si comincia una bozza.'); // prettier-ignore
  if (found.version !== version) throw await stale(ctx, ENTITY, id, found);
  return found;
}

async function raise({ db, now, user }: Ctx, id: number, columns: object): Promise<void> {
  await db
    .updateTable('targetEditions')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updatedAt: now }))
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .execute();
}

/** Cells that are inserted in one statement. */
const BATCH = 2000;

type New = Omit<Cell, 'writtenFor'>;

async function insertCells({ db, user: { companyId } }: Ctx, editionId: number, cells: readonly New[]): Promise<void> {
  for (let at = 0; at < cells.length; at += BATCH) {
    const rows = cells.slice(at, at + BATCH);
    await db
      .insertInto('targets')
      .values(rows.map((cell) => ({ companyId, editionId, ...cell })))
      .execute();
  }
}

/** Copies the cells of a edition, of its first months alone; who they were written for keeps them. */
async function copyCells(ctx: Ctx, from: number, to: number, upTo = 12): Promise<void> {
  const cells = await readCells(ctx, from, [sql`t.month <= ${upTo}`]);
  await insertCells(
    ctx,
    to,
    cells.map(({ writtenFor, ...cell }) => ({ ...cell, sellerId: writtenFor })),
  );
}

export const begin: VerbOf<Table, 'POST /stats/targets'> = async (ctx, { body: { year, basis } }) => {
  const inForce = await editionOf(ctx, { year, state: 'in_force' });
  const { rows } = await sql<{
    id: number;
  }>`insert into target_editions (company_id, year, basis, created_at, updated_at)
    values (${ctx.user.companyId}, ${year}, ${inForce?.basis ?? basis}, ${ctx.now}, ${ctx.now})
    on conflict do nothing returning id`.execute(ctx.db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Failure('conflict', `C’è già una bozza degli obiettivi ${year}.`);
  if (inForce) await copyCells(ctx, inForce.id, id);
  await tellBaskets(ctx, 'target', [id]);
  ctx.audit({ action: 'create', entity: ENTITY, entityId: id, after: { year } });
  return (await editionOf(ctx, { id }))!;
};

/** People of the company among these; another company's are unknown. */
async function knownPeople(ctx: Ctx, ids: readonly (number | null)[]): Promise<Set<number | null>> {
  const { rows } = await sql<{ id: number }>`select id from users
    where company_id = ${OWN} and id = any(${ids.filter((id) => id !== null)}::bigint[])`.execute(ctx.db);
  return new Set<number | null>([null, ...rows.map(({ id }) => id)]);
}

/** What is wrong with cells, at each of them. */
async function faultsOf(
  ctx: Ctx,
  aim: Aim,
  { year }: TargetEdition,
  cells: TargetCells,
): Promise<Record<string, string>> {
  // The places of the company, and since when they are closed.
  const places = new Map([nowhere(), ...(await readPlaces(ctx))].map(({ id, closedOn }) => [id, closedOn]));
  const people = await knownPeople(
    ctx,
    cells.map(({ sellerId }) => sellerId),
  );
  const closed = (await editionOf(ctx, { year, state: 'in_force' })) ? monthsOver(year, ctx.today) : 0;
  const unit = unitOf(aim);
  const most = mostOf[unit];
  const seen = new Set<string>();
  const faults: Record<string, string> = {};
  for (const [at, { locationId, sellerId, month, amount, isWhole }] of cells.entries()) {
    const key = `${locationId}/${sellerId}/${month}/${isWhole}`;
    if (!places.has(locationId)) faults[`cells.${at}.locationId`] = 'Questa sede non c’è';
    const end = places.get(locationId);
    // What stands there may be taken away; in the month of its last day it still sold.
    if (amount && end && end < firstOf(year, month)) faults[`cells.${at}.locationId`] = `Questa sede è chiusa dal ${day(end)}`; // prettier-ignore
    if (!people.has(sellerId)) faults[`cells.${at}.sellerId`] = 'Questa persona non c’è';
    if (amount !== null && amount > most) faults[`cells.${at}.amount`] = `Al massimo ${said[unit](most)}`;
    if (month <= closed) faults[`cells.${at}.month`] = `${nameOf(year, month)} è finito: resta ciò che era in vigore`;
    if (isWhole && (sellerId !== null || !addsUp(aim))) faults[`cells.${at}.isWhole`] = 'Si fissa il totale di una sede, di ciò che si somma'; // prettier-ignore
    if (seen.has(key)) faults[`cells.${at}.month`] = 'Questa cella c’è due volte';
    seen.add(key);
  }
  return faults;
}

/** What a cell takes the place of: of what nobody has, also the months of people who have left. */
async function clear(ctx: Ctx, edition: TargetEdition, aim: Aim, cells: TargetCells): Promise<void> {
  const stored = await readCells(ctx, edition.id, [ofAim(aim)]);
  const keyOf = ({
    locationId,
    sellerId,
    month,
    isWhole,
  }: Pick<Cell, 'locationId' | 'sellerId' | 'month' | 'isWhole'>) => `${locationId}/${sellerId}/${month}/${isWhole}`;
  const wanted = new Set(cells.map(keyOf));
  const gone = stored.filter((cell) => wanted.has(keyOf(cell)));
  if (gone.length === 0) return;
  const column = <K extends 'locationId' | 'writtenFor' | 'month'>(key: K) => gone.map((cell) => cell[key]);
  await sql`delete from targets t using unnest(${column('locationId')}::bigint[], ${column('writtenFor')}::bigint[],
      ${column('month')}::int[], ${gone.map(({ isWhole }) => isWhole)}::boolean[]) g (location_id, seller_id, month, is_whole)
    where t.company_id = ${OWN} and t.edition_id = ${edition.id} and ${ofAim(aim)} and t.location_id is not distinct from g.location_id
      and t.seller_id is not distinct from g.seller_id and t.month = g.month and t.is_whole = g.is_whole`.execute(
    ctx.db,
  );
}

type Body = z.output<Table['PUT /stats/targets/:id']['body']>;

async function write(ctx: Ctx, edition: TargetEdition, { cells, objective, aim, of }: Body): Promise<void> {
  await clear(ctx, edition, { objective, aim, of }, cells);
  const about = { objective, aim: aim ?? null, aimOf: of ?? null };
  await insertCells(
    ctx,
    edition.id,
    cells.flatMap(({ amount, ...cell }) => (amount === null ? [] : [{ ...about, ...cell, amount }])),
  );
}

export const save: VerbOf<Table, 'PUT /stats/targets/:id'> = async (ctx, { params: { id }, version, body }) => {
  const wrong = aimFault(body);
  if (wrong) throw new Failure('invalid', undefined, { fields: wrong });
  const edition = await draftOf(ctx, id, version);
  const inForce = await editionOf(ctx, { year: edition.year, state: 'in_force' });
  const fields = await faultsOf(ctx, body, edition, body.cells);
  if (body.aim === 'basket' && !(await readBaskets(ctx, 'target')).some((one) => String(one.id) === body.of))
    fields.of = NO_BASKET;
  // It holds for all months, also for those that are over: bonuses and commissions went by it.
  if (body.basis && inForce && body.basis !== inForce.basis)
    fields.basis = `Gli obiettivi ${edition.year} sono già in vigore: contano come all’inizio`;
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
  await write(ctx, edition, body);
  await tellBaskets(ctx, 'target', [id]);
  await raise(ctx, id, body.basis ? { basis: body.basis } : {});
  const about = { year: edition.year, objective: targetObjectives[body.objective].label, cells: body.cells.length };
  ctx.audit({ action: 'update', entity: ENTITY, entityId: id, after: about });
  return (await editionOf(ctx, { id }))!;
};

/** Where parts do not come to the whole that the maker has set, in words. */
async function unequal(ctx: Ctx, { id, year }: TargetEdition): Promise<string[]> {
  const cells = await readCells(ctx, id);
  const names = await placeNames(ctx);
  const isSame = (a: Cell, b: Cell) =>
    a.objective === b.objective && a.aim === b.aim && a.aimOf === b.aimOf && a.month === b.month;
  return cells
    .filter(({ isWhole }) => isWhole)
    .flatMap((whole) => {
      const parts = cells.filter((cell) => !cell.isWhole && isSame(cell, whole) && (whole.locationId === null || cell.locationId === whole.locationId)); // prettier-ignore
      const sum = parts.reduce((all, { amount }) => all + amount, 0);
      if (sum === whole.amount) return [];
      const write = said[unitOf({ objective: whole.objective, aim: whole.aim ?? undefined })];
      const place = whole.locationId === null ? 'Azienda' : (names.get(whole.locationId) ?? '');
      return [`${place}, ${nameOf(year, whole.month)}, ${targetObjectives[whole.objective].label}: le parti fanno ${write(sum)}, il totale fissato è ${write(whole.amount)}`]; // prettier-ignore
    });
}

export const force: VerbOf<Table, 'POST /stats/targets/:id/force'> = async (ctx, { params: { id }, version }) => {
  const draft = await draftOf(ctx, id, version);
  const former = await editionOf(ctx, { year: draft.year, state: 'in_force' }, { lock: true });
  if (former) {
    // What was in force in a month that is over stays so: bonuses and commissions went by it.
    const closed = monthsOver(draft.year, ctx.today);
    await sql`delete from targets t where t.company_id = ${OWN} and t.edition_id = ${id} and t.month <= ${closed}`.execute(
      ctx.db,
    );
    await copyCells(ctx, former.id, id, closed);
  }
  await checkOwn(ctx, draft, former);
  const wrong = await unequal(ctx, draft);
  if (wrong.length > 0)
    throw new Failure('conflict', 'Prima le somme devono tornare.', {
      missing: wrong.map((sentence) => ({ sentence })),
    });
  if (former) await raise(ctx, former.id, { state: 'superseded' });
  const basis = former?.basis ?? draft.basis;
  await raise(ctx, id, { state: 'in_force', basis, inForceAt: ctx.now, inForceBy: ctx.user.id });
  await tellBaskets(ctx, 'target', [id, ...(former ? [former.id] : [])]);
  ctx.audit({ action: 'force', entity: ENTITY, entityId: id, before: { state: 'draft' }, after: { state: 'in_force', year: draft.year } }); // prettier-ignore
  return (await editionOf(ctx, { id }))!;
};

export const discard: VerbOf<Table, 'POST /stats/targets/:id/discard'> = async (ctx, { params: { id }, version }) => {
  const { year } = await draftOf(ctx, id, version);
  await ctx.db.deleteFrom('targetEditions').where('companyId', '=', ctx.user.companyId).where('id', '=', id).execute();
  await tellBaskets(ctx, 'target', [id]);
  ctx.audit({ action: 'delete', entity: ENTITY, entityId: id, before: { year } });
};
