import { accessFields } from '#domain/accesses/fields.ts';
import { call } from '#site/lib/call.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';

/** Customers found while their name, telephone or plate is typed. */
export const customers = async (q: string, signal: AbortSignal) =>
  (await call('GET /customers/matches', { query: { q }, signal })).map(({ id, name, city }) => ({
    id,
    name: [name, city].filter(Boolean).join(' · '),
  }));

const third = { span: 2 } as const;

interface AccessFormOptions {
  makers: Named;
  /** Whether the person may look for customers. */
  finds: boolean;
  /** The locations to choose from; absent when the location of the visit cannot change. */
  locations?: Named;
  customer?: { id: number; name: string } | null;
}

/** The form of a visit. */
export const accessForm = ({ makers, finds, locations, customer }: AccessFormOptions) =>
  formOf(accessFields, {
    name: { span: 6 },
    subject: third,
    people: third,
    phone: third,
    wish: { span: 4 },
    language: third,
    makerId: { ...third, options: named(makers) },
    locationId: { ...third, options: named(locations ?? []) },
    customerId: { span: 6, search: customers, known: customer ? [customer] : [] },
    leadId: { search: async () => [] },
    note: { span: 6 },
  }).filter(
    ({ name }) =>
      name !== 'leadId' && (name !== 'customerId' || finds) && (name !== 'locationId' || locations !== undefined),
  );
