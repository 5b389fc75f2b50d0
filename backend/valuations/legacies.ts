import { sql, type SqlBool } from 'kysely';
import { anyOf } from '#domain/record/rights.ts';
import { valuationRights, valuers } from '#domain/valuations/rights.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { Legacy } from '../lib/people/legacy.ts';

const open = () => sql<SqlBool>`r.state in ('open', 'requested', 'offered')`;

const asked = () => sql<SqlBool>`r.state = 'requested'`;

/** Valuations that are not over: of who made them, and of the specialist who is asked. */
export const valuationLegacies: readonly Legacy[] = [
  {
    kind: 'valuations',
    table: 'valuations',
    column: 'made_by',
    entity: valuationMachine.entity,
    fact: 'madeBy',
    words: ['valutazione aperta', 'valutazioni aperte'],
    all: '{n} in tutto: le altre restano a suo nome',
    open,
    heirs: anyOf(valuationRights.change),
  },
  {
    kind: 'requests',
    table: 'valuations',
    column: 'specialist_id',
    entity: valuationMachine.entity,
    fact: 'specialist',
    words: ['valutazione da specialista', 'valutazioni da specialista'],
    open: asked,
    due: (_, { from }) => (from === null ? asked() : null),
    heirs: valuers,
    nobody: true,
  },
];
