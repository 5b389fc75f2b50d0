import type { presenceCalls } from '#domain/contracts/presence.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { ContractSection } from '#domain/contracts/terms.ts';
import { signaturesStamp } from '../lib/ports/signable.ts';
import { notePlace, othersAt } from '../lib/people/presence.ts';
import type { Verbs } from '../lib/work/bind.ts';
import { ADDENDUM, contractCourse, type ContractRecord } from './records.ts';

const { entity } = contractMachine;

/** What differs once the contract has changed: a yes that waits, what its customer sends and who signs raise no version. */
const stampOf = ({ version, asked, enclosures }: ContractRecord, signatures: string): string =>
  [
    version,
    ...Object.keys(asked ?? {}),
    ...enclosures.map(({ id, state, pages }) => `${id}${state}${pages.length}`),
    signatures,
  ].join();

export const presenceVerbs: Verbs<typeof presenceCalls> = {
  'GET /contracts/:id/presence': async (ctx, { params, query }) => {
    const record = await contractCourse.read(ctx, params.id);
    const place = { entity, recordId: params.id };
    await notePlace(ctx, place, query.section ?? null);
    const people = await othersAt(ctx, place);
    return {
      people: people.map(({ name, section }) => ({ name, section: section as ContractSection })),
      version: record.version,
      stamp: stampOf(record, await signaturesStamp(ctx, [entity, ADDENDUM], params.id)),
    };
  },
};
