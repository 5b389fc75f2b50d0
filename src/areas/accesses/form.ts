import { visitFields } from '#domain/accesses/visit-fields.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { customers } from './customers.ts';
import { Questions } from './words/Questions.tsx';
import { offeredWords } from './words/read.ts';
import { restBelow } from '#site/ui/rest-below.tsx';

const third = { span: 2 } as const;

interface AccessFormOptions {
  makers: Named;
  /** Whether the person may look for customers. */
  finds: boolean;
  /** The locations to choose from; absent when the location of the visit cannot change. */
  locations?: Named;
  customer?: { id: number; name: string } | null;
  /** The reason that the visit has already, also when it is not offered any more. */
  reason?: { code: string; label: string } | null;
}

/** The form of a visit. */
export const accessForm = ({ makers, finds, locations, customer, reason }: AccessFormOptions) =>
  formOf(visitFields, {
    name: { span: 6 },
    subject: third,
    people: third,
    reason: {
      ...third,
      from: {
        field: 'subject',
        load: async () => {
          const { reasons } = await offeredWords();
          const all = [...reasons, ...(reason && !reasons.some(({ code }) => code === reason.code) ? [reason] : [])];
          return all.map(({ code, label }) => ({ value: code, label }));
        },
      },
    },
    answers: { control: Questions, layout: {} },
    phone: { ...third, ...restBelow(visitFields, 'note')('phone') },
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
