import { atom } from 'nanostores';
import { accessMachine, outcomeFaults } from '#domain/accesses/rules.ts';
import type { Access } from '#domain/accesses/schema.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import type { StepOf } from '#domain/record/machine.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { createMoves, type Known } from '#site/ui/record/store/moves.ts';
import { createRecord } from '#site/ui/record/store/record.ts';
import { customers } from './customers.ts';

export type Reasons = CallAnswer<'GET /accesses/reasons'>;
export type Name = StepOf<typeof accessMachine>;

/** What a step needs to know of a visit. */
export interface Visit {
  id: number;
  version: number;
  customerId: number | null;
  /** Who has it, or had it last. */
  sellerId: number | null;
}
export const visitOf = ({
  id,
  version,
  customerId,
  seller,
}: Pick<Access, (keyof Visit & keyof Access) | 'seller'>): Visit => ({
  id,
  version,
  customerId,
  sellerId: seller?.id ?? null,
});

const send = (name: Name, { id, version }: Pick<Visit, 'id' | 'version'>, body?: object): Promise<Access> => {
  const path = `POST /accesses/:id/${name}` as const;
  return call(path, { params: { id }, version, ...(body && { body }) } as CallInput<typeof path>);
};

interface VisitContext {
  reasons: Reasons;
  /** To whom a visit may be given, as they are now. */
  sellers: () => Named;
  /** Reads again what the page shows. */
  again: () => Promise<void>;
}

/** What may be done with the visits of a board, a desk or a page of its own; made once for the page. */
export const visitMoves = ({ reasons, sellers, again }: VisitContext) => {
  function about(name: Name, { customerId, sellerId }: Visit): Known {
    const people = sellers();
    const layout = { sellerId: { options: named(people) } };
    if (name === 'handle')
      return {
        hidden: customerId === null ? [] : ['customerId'],
        layout: { customerId: { search: customers }, outcome: { span: 3 }, nextStep: { span: 3 } },
        check: (values) => outcomeFaults({ customerId }, values),
      };
    const chosen =
      name === 'handOver' ? people.find(({ id }) => id !== sellerId)?.id : name === 'resume' ? sellerId : null;
    return { layout, ...(chosen && { initial: { sellerId: chosen } }) };
  }
  const open = (visit: Visit) => {
    const $visit = atom<Visit | null>(visit);
    const record = createRecord<Visit>($visit, { after: again, read: (sent) => visitOf(sent as Access) });
    const make = async (name: Name, seen: Visit, body?: object) => visitOf(await send(name, seen, body));
    return { $visit, moves: createMoves(record, { machine: accessMachine, make, reasons, about }) };
  };
  const opened = new Map<number, ReturnType<typeof open>>();
  /** The same for a visit until it is read anew: a second press waits for the first one, however often the page is drawn. */
  return (visit: Visit) => {
    const before = opened.get(visit.id);
    if (before && before.$visit.get()!.version >= visit.version) return before.moves;
    const now = open(visit);
    opened.set(visit.id, now);
    return now.moves;
  };
};
export type VisitMoves = ReturnType<ReturnType<typeof visitMoves>>;
