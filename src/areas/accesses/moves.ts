import { atom } from 'nanostores';
import { accessFields } from '#domain/accesses/fields.ts';
import { accessMachine } from '#domain/accesses/rules.ts';
import type { Access } from '#domain/accesses/schema.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import { valuesIn, type Fields } from '#domain/record/fields.ts';
import type { StepOf } from '#domain/record/machine.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { handling as words } from '#site/messages/it/accesses.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { createMoves, type Known } from '#site/ui/record/store/moves.ts';
import { createRecord } from '#site/ui/record/store/record.ts';
import { customers } from './form.ts';

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

/** Of an anonymous visit that is closed, who it was. */
const whoFields = {
  customerId: { label: words.customer, kind: 'lookup', nullable: true, help: words.customerHelp },
} as const satisfies Fields;

const send = (name: Name, { id, version }: Pick<Visit, 'id' | 'version'>, body?: object): Promise<Access> => {
  const path = `POST /accesses/:id/${name}` as const;
  return call(path, { params: { id }, version, ...(body && { body }) } as CallInput<typeof path>);
};

/** Closes a visit of which it is said only now who it was. */
async function handle(visit: Visit, { customerId, ...body }: { customerId: number | null }): Promise<Access> {
  const { id, version } = visit;
  const known = valuesIn(accessFields, await call('GET /accesses/:id', { params: { id } }));
  const named = await call('PUT /accesses/:id', { params: { id }, version, body: { ...known, customerId } });
  return send('handle', named, body);
}

interface VisitContext {
  reasons: Reasons;
  sellers: Named;
  /** Reads again what the page shows. */
  again: () => void;
}

/** What may be done with a visit of a board, a desk or a page of its own. */
export const visitMoves = ({ reasons, sellers, again }: VisitContext) => {
  function about(name: Name, { customerId, sellerId }: Visit): Known {
    const layout = { sellerId: { options: named(sellers) } };
    if (name === 'handle')
      return {
        ...(customerId === null && { also: whoFields }),
        layout: { customerId: { search: customers }, outcome: { span: 3 }, nextStep: { span: 3 } },
        check: ({ customerId: chosen, outcome, nextStep }) => ({
          ...(customerId === null && chosen === null && { customerId: words.customerNeeded }),
          ...(outcome !== 'no_interest' && nextStep === '' && { nextStep: words.nextNeeded }),
        }),
      };
    const chosen =
      name === 'handOver' ? sellers.find(({ id }) => id !== sellerId)?.id : name === 'resume' ? sellerId : null;
    return { layout, ...(chosen && { initial: { sellerId: chosen } }) };
  }
  return (visit: Visit) =>
    createMoves(createRecord<Visit>(atom(visit), { after: again, read: (sent) => visitOf(sent as Access) }), {
      machine: accessMachine,
      make: async (name, seen, body) =>
        visitOf(
          body && 'customerId' in body
            ? await handle(seen, body as { customerId: number | null })
            : await send(name, seen, body),
        ),
      reasons,
      about,
    });
};
export type VisitMoves = ReturnType<ReturnType<typeof visitMoves>>;
