import { quoteMachine } from '#domain/quotes/rules.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import { commentVerbs, seenBy } from '../lib/records/comments.ts';
import { b2bHref, quoteHref } from '../lib/records/links.ts';
import { b2bCourse } from './b2b/records.ts';
import { quoteCourse } from './records.ts';

const nameOf = ({ number, customerName }: { number: string | null; customerName: string | null }) =>
  [number ?? 'bozza', customerName].filter(Boolean).join(' · ');

/** Comments on quotes and wholesale offers; all revisions of one have the same. */
export const quoteComments = {
  ...commentVerbs({
    area: 'quotes',
    entity: quoteMachine.entity,
    read: async (ctx, id) => {
      const quote = await quoteCourse.read(ctx, id);
      return { id: quote.rootId ?? id, name: nameOf(quote), href: quoteHref(quote), sees: seenBy(quoteMachine, quote) };
    },
  }),
  ...commentVerbs({
    area: 'quotes/b2b',
    entity: b2bMachine.entity,
    read: async (ctx, id) => {
      const offer = await b2bCourse.read(ctx, id);
      return { id: offer.rootId ?? id, name: nameOf(offer), href: b2bHref(offer.id), sees: seenBy(b2bMachine, offer) };
    },
  }),
};
