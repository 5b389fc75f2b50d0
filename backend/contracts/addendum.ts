/** The addendum that changes the value of a car taken in after the approval: a document of its own, which both parties sign. */
import { firstDayOf } from '#domain/contracts/accounts.ts';
import { revaluedCars } from '#domain/contracts/annexes.ts';
import { goesOn } from '#domain/contracts/facts.ts';
import { raisedLacks } from '#domain/contracts/lacks.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { money } from '#domain/italian.ts';
import { readSeller } from '../documents/letterhead.ts';
import type { Printed } from '../documents/printed.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Party, Signable } from '../lib/ports/signable.ts';
import { annexView, drawingTogether, readPrints } from './annexes.ts';
import { ADDENDUM, contractCourse, type ContractRecord } from './records.ts';
import { assertChanges, courseOf, lenderOf, ownSide, signersOf } from './signing.ts';

/** Whether what was approved now says another value, which is due in writing. */
export const isDue = (record: ContractRecord): boolean =>
  record.state === 'approved' && record.canceledAt === null && revaluedCars(record).length > 0;

const printed = (sources: Sources): Printed => ({
  entity: ADDENDUM,
  async read(ctx, id) {
    const prints = await readPrints(ctx, id, sources);
    const { record } = prints.data;
    return {
      name: `Addendum ${record.number}`,
      kind: 'addendum',
      revision: record.economicVersion,
      isFinal: false,
      look: prints.look,
      drawing: (look) => drawingTogether(look, [annexView({ ...prints, look }, 'addendum')]),
    };
  },
});

/** Who signs for the company: the one who approved the contract, since sellers do not bind it. */
async function dealerOf(ctx: Ctx, { approvedBy, sellerId }: ContractRecord): Promise<Party> {
  return { role: 'dealer', customerId: null, ...(await readSeller(ctx, approvedBy ?? sellerId)) };
}

/** The addendum of a contract, while it is due. */
export const signableAddendum = (sources: Sources): Signable => ({
  entity: ADDENDUM,
  movedBy: contractMachine.entity,
  printed: printed(sources),
  async read(ctx, id, { lock = false } = {}) {
    const record = lock ? await contractCourse.lock(ctx, id) : await contractCourse.read(ctx, id);
    if (lock) assertChanges(ctx, record, { checks: true });
    return {
      id,
      version: record.version,
      title: `Addendum al contratto ${record.number}`,
      about: record.vehicle,
      sellerId: record.sellerId,
      href: `/dealer/contracts/${id}`,
      blocks: [
        {
          kind: 'addendum',
          title: 'Nuova valutazione dell’auto ritirata',
          text: revaluedCars(record)
            .map(
              ({ car, revaluation }) =>
                `${[car.description, car.plate].filter(Boolean).join(' ')}: da ${money(car.valuation)} a ${money(revaluation)}. Il resto del contratto non cambia.`,
            )
            .join(' '),
        },
      ],
      parties: [...(await signersOf(ctx, record)), await dealerOf(ctx, record)],
      missing: raisedLacks(record),
      ...(await ownSide(ctx, record)),
      open: record.addendumDue && isDue(record) && goesOn(record),
      firstDay: firstDayOf(record),
      since: record.revaluedOn,
      course: courseOf(record, await lenderOf(ctx, sources, record)),
    };
  },
});
