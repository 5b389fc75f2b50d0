/** What a signed document does to its contract, and what makes one void. */
import { contractMachine } from '#domain/contracts/rules.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import { isDue } from './addendum.ts';
import { ADDENDUM, contractCourse, type ContractRecord } from './records.ts';

async function write(ctx: Ctx, id: number, of: (record: ContractRecord) => object): Promise<void> {
  const record = await contractCourse.find(ctx, id, { lock: true });
  await contractCourse.write(ctx, record, of(record));
}

/**
 * A signed contract has its date, says today’s values and how it was signed; a signed addendum is no longer due. What is
 * void takes both back. A paper that waits for its check changes what the next move lacks.
 */
export const signatureEffects: Effects = {
  'document.kept': async (ctx, { entity, id }) => {
    if (entity === contractMachine.entity) await write(ctx, id, () => ({ signatureType: 'analogic' }));
  },
  'document.signed': async (ctx, { entity, id, on, kind }) => {
    if (entity === contractMachine.entity)
      await write(ctx, id, () => ({ signedOn: on, signatureType: kind, addendumDue: false }));
    if (entity === ADDENDUM) await write(ctx, id, () => ({ addendumDue: false }));
  },
  'document.unsigned': async (ctx, { entity, id }) => {
    if (entity === contractMachine.entity) await write(ctx, id, () => ({ signedOn: null }));
    if (entity === ADDENDUM) await write(ctx, id, (record) => ({ addendumDue: isDue(record) }));
  },
};

/**
 * Voids the signed documents of a contract, and those that wait for signatures, because their contents have changed.
 */
export async function documentsChanged(ctx: Ctx, id: number, reason: string): Promise<void> {
  for (const entity of [contractMachine.entity, ADDENDUM]) await ctx.emit('document.changed', { entity, id, reason });
}
