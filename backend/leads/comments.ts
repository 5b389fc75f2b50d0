import { leadMachine } from '#domain/leads/rules.ts';
import { commentVerbs, seenBy } from '../lib/records/comments.ts';
import { leadHref } from '../lib/records/links.ts';
import { leadCourse } from './records.ts';

/** Comments on leads. */
export const leadComments = commentVerbs({
  area: 'leads',
  entity: leadMachine.entity,
  read: async (ctx, id) => {
    const record = await leadCourse.read(ctx, id);
    const name = ['Lead', record.number, record.name].filter(Boolean).join(' ');
    return { id, name, href: leadHref(id), sees: seenBy(leadMachine, record) };
  },
});
