/** How sections are stored that have more than columns of the contract. */
import { isBehind, saysWhy } from '#domain/record/machine.ts';
import { CASH_LIMIT } from '#domain/contracts/accounts.ts';
import { revaluedCars } from '#domain/contracts/annexes.ts';
import { plannedOf, type ContractFacts } from '#domain/contracts/facts.ts';
import { contractFields, identity } from '#domain/contracts/fields.ts';
import { notSellers } from '#domain/contracts/involved.ts';
import { leftFault } from '#domain/contracts/loan.ts';
import { raisedCars, valuesOf } from '#domain/contracts/revaluation.ts';
import type { contractMachine } from '#domain/contracts/rules.ts';
import { objectivesOf } from '#domain/contracts/terms.ts';
import { Failure } from '#domain/errors.ts';
import { day, money } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { jsonb } from '../db/jsonb.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import type { SectionWrites } from '../lib/records/course.ts';
import { columnsFrom } from '../lib/records/records.ts';
import { hold, release } from '../lib/files/uploads.ts';
import { bindCars } from './cars.ts';
import { ADDENDUM, marginsOf, type ContractRecord } from './records.ts';
import { endAttached } from './enclosures.ts';
import { askForValue } from './revaluation.ts';
import { replaceRows } from './rows.ts';
import { documentsChanged } from './signed.ts';
import { takeOver } from './takeover.ts';

type Typed = Pick<ContractFacts, keyof typeof contractFields>;
const wrong = (field: string, message: string) => new Failure('invalid', undefined, { fields: { [field]: message } });

/** Holds files that are new in a section and lets those go that it no longer names. */
async function keepFiles(ctx: Ctx, before: readonly number[], after: readonly number[], field: string): Promise<void> {
  if (new Set(after).size < after.length) throw wrong(field, 'Lo stesso file è scelto due volte');
  await hold(
    ctx,
    after.filter((id) => !before.includes(id)),
    'contract',
    field,
  );
  await release(
    ctx,
    before.filter((id) => !after.includes(id)),
  );
}

const json = (value: unknown) => value && jsonb(value);

/** Whether somebody has validated the contract as it stands. */
const isValidated = ({ state, commercialBy }: ContractRecord): boolean => state === 'approved' || commercialBy !== null;

const fileIds = (ids: readonly (number | null)[]) => ids.filter((id) => id !== null);

/** Throws `invalid` where a company is named as the person who signs for one. */
async function assertPerson({ db, user }: Ctx, id: number | null): Promise<void> {
  const company = await db
    .selectFrom('customers')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('type', '=', 'fleet')
    .executeTakeFirst();
  if (company) throw wrong('representativeId', 'È una società: scegliere la persona che firma per lei');
}

/**
 * Whether what is taken in still counts as looked at again: a value that somebody else changes before the validation
 * wants to be looked at once more.
 */
function checkedStill(ctx: Ctx, record: ContractRecord, isRevalued: boolean): boolean {
  const may = holds(ctx, p.approveContracts) && !isBehind(ctx.user, notSellers(record, 'commercial'));
  return record.tradeInChecked && (may || !isRevalued || isValidated(record));
}

/**
 * The people of the contract change: signatures are void, the car is held for a new customer, and contact data that
 * nobody typed become those of that customer. Returns columns.
 */
async function changeParties(ctx: Ctx, record: ContractRecord, given: Typed): Promise<object> {
  await documentsChanged(ctx, record.id, 'Le persone del contratto sono cambiate');
  if (given.customerId === record.customerId) return { signedOn: null };
  if (record.kind === 'b2b') throw wrong('customerId', 'Il cliente è quello dell’offerta B2B');
  const contact = await takeOver(ctx, record, given.customerId, 'customerId');
  await bindCars(ctx, { ...record, customerId: given.customerId }, record.cars);
  const stale = Object.entries(contact).filter(([key]) => given[key as keyof Typed] === record[key as keyof Typed]);
  return { signedOn: null, ...Object.fromEntries(stale) };
}

export const sectionWrites: SectionWrites<typeof contractMachine, ContractRecord> = {
  general: async (_, { sellerId, signedOn, signatureType, ...record }, typed) => {
    const { partnerId, signatureType: said } = typed as Typed;
    if (signedOn !== null && said !== signatureType) throw wrong('signatureType', 'Il contratto è già firmato così');
    if (partnerId === sellerId) throw wrong('partnerId', 'È già il venditore del contratto');
    const columns = columnsFrom(contractFields, typed);
    if (record.partnerId === null || record.partnerId === partnerId) return columns;
    return { ...columns, formerSellers: [...new Set([...record.formerSellers, record.partnerId])] };
  },
  customer: async (ctx, record, typed) => {
    const given = typed as Typed;
    const changed = identity.find((key) => given[key] !== record[key]);
    if (record.state === 'approved' && changed)
      throw wrong(changed, 'Dopo l’approvazione le persone non cambiano: riaprire il contratto');
    const people = identity.map((key) => given[key]).filter((id) => id !== null);
    const twice = identity.find(
      (key, at) => given[key] !== null && people.indexOf(given[key]!) < at && key !== 'customerId',
    );
    if (twice && new Set(people).size < people.length) throw wrong(twice, 'La stessa persona è scelta due volte');
    if (given.representativeId !== record.representativeId) await assertPerson(ctx, given.representativeId);
    const columns = columnsFrom(contractFields, typed);
    return changed ? { ...columns, ...(await changeParties(ctx, record, given)) } : columns;
  },
  objectives: async (ctx, record, typed) => {
    const { objectives } = typed as Typed;
    const names = objectives.map(({ objective }) => objective);
    const odd = names.findIndex((name, at) => !objectivesOf(record.kind).includes(name) || names.indexOf(name) < at);
    if (odd >= 0) throw wrong(`objectives.${odd}.objective`, 'Scegliere un obiettivo che il contratto non ha ancora');
    const missing = Object.keys(record.objectiveSources).find(
      (name) => record.objectiveSources[name] === 'auto' && !(names as string[]).includes(name),
    );
    if (missing) throw wrong('objectives', 'Un obiettivo che viene dal contratto non si toglie');
    const proofs = (rows: Typed['objectives']) => fileIds(rows.map(({ proofId }) => proofId));
    await keepFiles(ctx, proofs(record.objectives), proofs(objectives), 'objectives');
    const rows = objectives.map((row) => ({ ...row, source: record.objectiveSources[row.objective] ?? 'hand' }));
    await replaceRows(ctx, 'contractObjectives', record.id, rows);
    return {};
  },
  attachments: async (ctx, record, typed) => {
    const { attachments } = typed as Typed;
    const [before, after] = [record.attachments, attachments].map((rows) => rows.map(({ uploadId }) => uploadId)) as [
      number[],
      number[],
    ];
    if (record.state === 'completed' && before.some((id) => !after.includes(id)))
      throw wrong('attachments', 'A contratto completato gli allegati si aggiungono soltanto');
    // What was valid when it was attached stays, so that the others can be saved.
    const held = new Map(record.attachments.map(({ uploadId, expiresOn }) => [uploadId, expiresOn]));
    const late = attachments.findIndex(
      ({ uploadId, expiresOn }) => expiresOn !== null && expiresOn < ctx.today && held.get(uploadId) !== expiresOn,
    );
    if (late >= 0)
      throw wrong(
        `attachments.${late}.expiresOn`,
        `Il documento è scaduto il ${day(attachments[late]!.expiresOn!)}: allegarne uno valido`,
      );
    await keepFiles(ctx, before, after, 'attachments');
    await replaceRows(
      ctx,
      'contractAttachments',
      record.id,
      attachments.map((row, place) => ({ ...row, place })),
    );
    const added = attachments.filter(({ uploadId }) => !before.includes(uploadId));
    await endAttached(
      ctx,
      record.id,
      added.map(({ type }) => type),
    );
    return {};
  },
  used_cars: async (ctx, record, typed) => {
    const { tradeIns } = typed as Typed;
    if (tradeIns.length !== record.agreedTradeIns.length)
      throw wrong('tradeIns', 'Le auto ritirate sono quelle del prezzo: cambiarle con «Cambia auto o prezzo»');
    const silent = tradeIns.findIndex((car) => car.revaluation !== null && !saysWhy(car.revaluationReason));
    if (silent >= 0) throw wrong(`tradeIns.${silent}.revaluationReason`, 'Scrivere il motivo della rivalutazione');
    const isRevalued = tradeIns.some(
      ({ revaluation }, at) => revaluation !== (record.tradeIns[at]?.revaluation ?? null),
    );
    const columns = { ...columnsFrom(contractFields, typed), tradeInChecked: checkedStill(ctx, record, isRevalued) };
    if (!isRevalued) return columns;
    const validatedValues = record.validatedValues ?? (isValidated(record) ? valuesOf(record) : null);
    const now = { ...record, tradeIns, validatedValues };
    if (raisedCars(now).length > 0) await askForValue(ctx, now);
    const valued = { ...columns, ...marginsOf(now), validatedValues: json(validatedValues) };
    // The approved contract stays signed, and an addendum changes it; before, what was signed said another value.
    if (record.state === 'approved') {
      await ctx.emit('document.changed', { entity: ADDENDUM, id: record.id, reason: 'Usato rivalutato' });
      return {
        ...valued,
        addendumDue: revaluedCars({ ...record, tradeIns }).length > 0,
        revaluedOn: ctx.today,
      };
    }
    await documentsChanged(ctx, record.id, 'Usato rivalutato');
    return { ...valued, signedOn: null };
  },
  financial: async (ctx, record, typed) => {
    const given = typed as Typed;
    const isSaid = given.financeOutcome !== record.financeOutcome || given.leftOn !== record.leftOn;
    const fields = isSaid ? leftFault({ ...record, ...given }, ctx.today) : null;
    if (fields) throw new Failure('invalid', undefined, { fields });
    return columnsFrom(contractFields, typed);
  },
  contability: async (ctx, record, typed) => {
    const { payments, depositOutcome } = typed as Typed;
    const cash = payments.reduce((sum, { method, amount }) => sum + (method === 'cash' ? Math.max(0, amount) : 0), 0);
    if (cash >= CASH_LIMIT)
      throw wrong(
        'payments',
        `Contanti per ${money(cash)}: devono restare sotto ${money(CASH_LIMIT)} (D.Lgs. 231/2007)`,
      );
    if (record.state === 'billed' && plannedOf({ payments }) !== record.total)
      throw wrong('payments', `Il contratto è fatturato: il piano deve restare di ${money(record.total)}`);
    await replaceRows(
      ctx,
      'contractPayments',
      record.id,
      payments.map((row, place) => ({ ...row, place })),
    );
    return { depositOutcome };
  },
  performances: async (_, record, typed) => {
    const { corrections } = typed as Typed;
    return { corrections: json(corrections), ...marginsOf({ ...record, corrections }) };
  },
};
