import { sql } from 'kysely';
import type { claims as table } from '#domain/contracts/claims/endpoints.ts';
import { claimFields } from '#domain/contracts/claims/fields.ts';
import { claimMachine, gaveBackPart, owesPart } from '#domain/contracts/claims/rules.ts';
import { claimTypes, refusals, type ClaimPayer } from '#domain/contracts/claims/terms.ts';
import type { BulkClaimed } from '#domain/contracts/claims/schema.ts';
import { Failure } from '#domain/errors.ts';
import { factsIn } from '#domain/record/field-text.ts';
import { OWN } from '#backend/db/tenant.ts';
import { answerUpload, hold, readUpload, release } from '#backend/lib/files/uploads.ts';
import { activityOf } from '#backend/lib/records/activity.ts';
import type { Facts } from '#backend/lib/records/audit.ts';
import { add } from '#backend/lib/records/course.ts';
import { moving, take } from '#backend/lib/records/move.ts';
import { write as written } from '#backend/lib/records/timeline.ts';
import type { VerbOf, Verbs } from '#backend/lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '#backend/lib/work/context.ts';
import { exportList, list } from './list.ts';
import { claimCourse, SOLD, unanswered } from './records.ts';

type Table = typeof table;

/** Columns that a move writes as it takes them, told in the audit. */
const filled = (columns: Facts) => ({ columns, told: { before: {}, after: columns } });

export const claimMoves = moving(claimCourse, {
  claim: (_ctx, record, { claimedOn }) => ({
    columns: { ...unanswered, claimedOn },
    told: { before: { claimedOn: record.claimedOn }, after: { claimedOn: claimedOn as string } },
  }),
  takeBack: () => ({ columns: { claimedOn: null } }),
  credit: (_ctx, _record, { creditNote, creditedOn, creditedAmount }) =>
    filled({ creditNote, creditedOn, creditedAmount }),
  refuse: (_ctx, _record, { reason, note = '' }) => ({
    columns: { refusal: reason, refusalNote: note },
    told: { before: {}, after: { refusal: reason as string } },
  }),
  reopen: (_ctx, record) => {
    if (record.state === 'returned') return { columns: { returnedOn: null } };
    if (!gaveBackPart(record)) return { columns: unanswered };
    const creditedAmount = record.creditedAmount! + record.returnedPart!;
    return {
      columns: { returnedOn: null, returnedPart: null, creditedAmount },
      told: { before: { creditedAmount: record.creditedAmount }, after: { creditedAmount } },
    };
  },
  waive: () => ({ columns: { waived: true } }),
  restore: () => ({ columns: { waived: false, claimedOn: null } }),
  // Where a part goes back, the rest stays credited.
  giveBack: (_ctx, record, { returnedOn }) => {
    if (!owesPart(record)) return filled({ returnedOn });
    const creditedAmount = record.creditedAmount! - record.owed!;
    return {
      columns: { returnedOn, creditedAmount, returnedPart: record.owed! + (record.returnedPart ?? 0) },
      told: { before: { creditedAmount: record.creditedAmount }, after: { returnedOn, creditedAmount } as Facts },
    };
  },
});

/** The contract that people name by its number; throws `invalid` where none such goes on. */
async function contractOf({ db }: Ctx, number: string) {
  const { rows } = await sql<{ id: number; number: string; vehicle: string; locationId: number | null; sold: boolean }>`
    select t.id, t.number, t.vehicle, t.location_id, ${SOLD} as sold from contracts t
    where t.company_id = ${OWN} and upper(t.number) = upper(${number})
    order by t.number <> ${number}, t.id limit 1`.execute(db);
  const found = rows[0];
  if (!found) throw new Failure('invalid', undefined, { fields: { number: 'Nessun contratto con questo numero' } });
  if (!found.sold)
    throw new Failure('invalid', undefined, { fields: { number: 'Il contratto non è approvato, o è annullato' } });
  return found;
}

const create: VerbOf<Table, 'POST /claims'> = async (ctx, { body: { number: typed, ...body } }) => {
  const { id: contractId, number, vehicle, locationId } = await contractOf(ctx, typed.trim());
  const claim = { ...body, contractId, number, vehicle, locationId };
  const id = await add(ctx, claimCourse, claim, { after: { name: body.name, amount: body.amount } });
  return claimCourse.answer(ctx, id);
};

const save: VerbOf<Table, 'PUT /claims/:id'> = async (ctx, { params, version, body }) => {
  const record = await take(ctx, claimCourse, { id: params.id, action: 'save', version });
  const { proofId } = record;
  if (body.proofId !== proofId) {
    if (body.proofId !== null) await hold(ctx, [body.proofId], 'claim', 'proofId');
    if (proofId !== null) await release(ctx, [proofId]);
  }
  const [before, after] = [factsIn(claimFields, record), factsIn(claimFields, body)];
  await claimCourse.write(ctx, record, body, { before, after });
  return claimCourse.answer(ctx, record.id);
};

/** One of many claims, in a transaction of its own: one that is refused keeps no other waiting. */
async function moveOne(
  { inside, today }: HeavyCtx,
  move: 'claim' | 'takeBack',
  { id, version }: { id: number; version: number },
): Promise<BulkClaimed> {
  try {
    const moved = await inside((ctx) =>
      claimMoves[`POST /claims/:id/${move}`](ctx, { params: { id }, version, body: { claimedOn: today } }),
    );
    return { id, version: moved.version, message: null };
  } catch (error) {
    if (error instanceof Failure) return { id, version: null, message: error.message };
    throw error;
  }
}

/** Throws `invalid` where the claims are of several payers: each has its own request. */
async function onePayer({ db }: Ctx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ payer: ClaimPayer }>`select distinct payer from claims
    where company_id = ${OWN} and id = any(${[...ids]}::bigint[])`.execute(db);
  if (rows.length > 1)
    throw new Failure('invalid', undefined, { fields: { rows: 'Scegliere rimborsi di un solo pagatore' } });
}

const many: VerbOf<Table, 'POST /claims/bulk'> = async (ctx, { body: { move, rows } }) => {
  const chosen = [...new Map(rows.map((row) => [row.id, row])).values()];
  await ctx.inside((inner) => onePayer(inner, chosen.map(({ id }) => id))); // prettier-ignore
  const results: BulkClaimed[] = [];
  for (const row of chosen) results.push(await moveOne(ctx, move, row));
  return { results };
};

/** The file that proves a claim; each reading is audited. */
export const proofOf = async (ctx: Ctx, { params }: { params: { id: number } }) => {
  const { id, proofId } = await claimCourse.read(ctx, params.id);
  if (proofId === null) throw new Failure('not_found');
  ctx.audit({ action: 'file_seen', entity: claimMachine.entity, entityId: id, after: {} });
  return answerUpload(await readUpload(ctx, proofId), 'large');
};

const activity = activityOf(claimCourse, {
  fields: claimFields,
  actions: { create: 'ha aperto il rimborso', update: 'ha modificato il rimborso', file_seen: 'ha aperto la prova' },
  facts: {
    name: ['Descrizione', written.text],
    amount: ['Importo', written.money],
    claimedOn: ['Chiesto il', written.day],
    creditNote: ['Nota di credito', written.text],
    creditedOn: ['Data della nota', written.day],
    creditedAmount: ['Accreditato', written.money],
    returnedOn: ['Restituito il', written.day],
    refusal: ['Motivo', written.word(refusals)],
    type: ['Tipo', written.word(claimTypes)],
    note: ['Nota', written.text],
  },
});

export const claimVerbs: Verbs<Table> = {
  'GET /claims': list,
  'GET /claims/export': exportList,
  'POST /claims/bulk': many,
  'POST /claims': create,
  'GET /claims/:id': claimCourse.show,
  'PUT /claims/:id': save,
  ...claimMoves,
  'GET /claims/:id/proof': proofOf,
  'GET /claims/:id/timeline': activity,
};
