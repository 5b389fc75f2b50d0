import { contractMachine } from '#domain/contracts/rules.ts';
import { commentVerbs, seenBy } from '../lib/records/comments.ts';
import { contractCourse } from './records.ts';

/** Comments on contracts. */
export const contractComments = commentVerbs({
  area: 'contracts',
  entity: contractMachine.entity,
  read: async (ctx, id) => {
    const record = await contractCourse.read(ctx, id);
    const name = [`Contratto ${record.number}`, record.customer].filter(Boolean).join(' · ');
    return { id, name, href: `/dealer/contracts/${id}`, sees: seenBy(contractMachine, record) };
  },
});
