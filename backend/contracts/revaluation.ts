/** The second person's word on a car taken in that was valued above what was validated. */
import { revaluedCars } from '#domain/contracts/annexes.ts';
import { involved } from '#domain/contracts/involved.ts';
import type { revaluationCalls } from '#domain/contracts/revaluation-endpoints.ts';
import { raisedCars, valuesOf } from '#domain/contracts/revaluation.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { Failure } from '#domain/errors.ts';
import { money } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { jsonb } from '../db/jsonb.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { take } from '../lib/records/move.ts';
import { holdersOf } from '../lib/people/notify.ts';
import { tellPeople } from './moves.ts';
import { contractCourse, marginsOf, type ContractRecord } from './records.ts';

const carsIn = (raised: ReturnType<typeof raisedCars>): string =>
  raised
    .map(({ car, value, validated }) => `${car.plate || car.description} da ${money(validated)} a ${money(value)}`)
    .join(', ');

/** Tells those who may decide that a value waits for them. */
export async function askForValue(ctx: Ctx, record: ContractRecord): Promise<void> {
  const busy = [...involved(record), ctx.user.id];
  const people = (await holdersOf(ctx, p.approveContracts)).filter((id) => !busy.includes(id));
  const title = `usato rivalutato da autorizzare, ${carsIn(raisedCars(record))}`;
  await tellPeople(ctx, record, people, 'contract_waiting', title);
}

/** The values of today are the validated ones from now on. */
const agree = (record: ContractRecord) => ({ validatedValues: jsonb(valuesOf(record)) });

/** Each raised car is worth again what was validated. */
function putBack(record: ContractRecord) {
  const tradeIns = record.tradeIns.map((car, at) => {
    const raised = raisedCars(record).find((one) => one.at === at);
    if (!raised) return car;
    const isAgreed = raised.validated === raised.car.valuation;
    return { ...car, revaluation: isAgreed ? null : raised.validated, ...(isAgreed && { revaluationReason: '' }) };
  });
  const after = { ...record, tradeIns };
  return {
    tradeIns: jsonb(tradeIns),
    ...marginsOf(after),
    addendumDue: record.addendumDue && revaluedCars(after).length > 0,
  };
}

export const revaluationVerbs: Verbs<typeof revaluationCalls> = {
  'POST /contracts/:id/revaluation': async (ctx, { params, version, body: { agrees } }) => {
    const record = await take(ctx, contractCourse, { id: params.id, action: 'decideValue', version });
    if (record.withdrawnAt !== null) throw new Failure('conflict', 'Il cliente ha comunicato il recesso.');
    const said = carsIn(raisedCars(record));
    if (said === '') throw new Failure('conflict', 'Nessuna rivalutazione aspetta.');
    await contractCourse.write(ctx, record, agrees ? agree(record) : putBack(record), {
      action: agrees ? 'value_agreed' : 'value_refused',
      before: {},
      after: { tradeIn: said },
    });
    const sellers = contractMachine.owners(record).filter((id) => id !== ctx.user.id);
    const title = agrees ? `rivalutazione autorizzata, ${said}` : `rivalutazione non autorizzata, ${said}`;
    await tellPeople(ctx, record, sellers, 'contract_moved', title);
    return contractCourse.answer(ctx, record.id);
  },
};
