import type { Counted } from '../record/figures.ts';
import { costSeenWith } from '../stock/rights.ts';

/** What figures count of valuations; their page asks for no days of offers, so that their rows open alone. */
export const countedValuations = {
  label: 'Valutazioni',
  measures: {
    count: { label: 'Valutazioni', unit: 'count' },
    /** Those whose highest purchase price is known, and those that were offered above it. */
    judged: { label: 'Con massimo noto', unit: 'count', seenWith: costSeenWith },
    overMost: { label: 'Oltre il massimo', unit: 'count', seenWith: costSeenWith },
    /** Of cars that were taken in and sold: what was offered, and what they were sold for. */
    offered: { label: 'Offerto', unit: 'money' },
    soldFor: { label: 'Venduto', unit: 'money' },
  },
  bases: { offered: { label: 'offerta', from: 'offeredFrom', to: 'offeredTo' } },
  list: { path: '/dealer/usedEvaluation', place: 'locationId', person: 'valuedBy', see: { own: [], all: [] } },
} as const satisfies Counted;
