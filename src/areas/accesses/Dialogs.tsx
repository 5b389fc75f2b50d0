import { accessFields, assignFields, handOverFields, outcomeFields } from '#domain/accesses/fields.ts';
import { accessMachine } from '#domain/accesses/rules.ts';
import type { Access } from '#domain/accesses/schema.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import { blankOf, valuesIn, type Fields, type Values } from '#domain/fields.ts';
import { call } from '#site/lib/call.ts';
import { handling as words } from '#site/messages/it/accesses.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import MoveDialog from '#site/ui/record/MoveDialog.tsx';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import { customers } from './form.ts';

export type Reasons = CallAnswer<'GET /accesses/reasons'>;
export type Asked = 'assign' | 'handle' | 'handOver' | 'giveBack' | 'handleAtDesk';

export interface Visit {
  id: number;
  version: number;
  customerId: number | null;
}
interface Props {
  visit: Visit;
  reasons: Reasons;
  sellers: Named;
  onSaved: (saved: Access) => void;
  onClose: () => void;
}

function Assign({ visit: { id, version }, sellers, onSaved, onClose }: Props) {
  const { label } = accessMachine.moves.assign;
  return (
    <RecordForm<Values<typeof assignFields>, Access>
      title={label}
      verb={label}
      fields={formOf(assignFields, { sellerId: { span: 6, options: named(sellers) } })}
      initial={blankOf(assignFields)}
      version={version}
      save={(body, saving) => call('POST /accesses/:id/assign', { params: { id }, version: saving.version, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

function HandOver({ visit: { id, version }, sellers, onSaved, onClose }: Props) {
  const { label } = accessMachine.moves.handOver;
  return (
    <RecordForm<Values<typeof handOverFields>, Access>
      title={label}
      verb={label}
      fields={formOf(handOverFields, { sellerId: { span: 6, options: named(sellers) }, note: { span: 6 } })}
      initial={{ ...blankOf(handOverFields), sellerId: sellers[0]?.id ?? 0 }}
      version={version}
      save={(body, saving) => call('POST /accesses/:id/handOver', { params: { id }, version: saving.version, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

const closingFields = {
  customerId: { label: words.customer, kind: 'lookup', nullable: true, help: words.customerHelp },
  ...outcomeFields,
} as const satisfies Fields;
type Closing = Values<typeof closingFields>;

/** The end of a visit: who it was, how it went, what follows. */
function Handle({ visit: { id, version, customerId }, onSaved, onClose }: Props) {
  const { label } = accessMachine.moves.handle;
  const fields = formOf(closingFields, {
    customerId: { span: 6, search: customers },
    outcome: { span: 3 },
    nextStep: { span: 3 },
  }).filter(({ name }) => name !== 'customerId' || customerId === null);
  const save = async ({ customerId: chosen, outcome, nextStep }: Closing, at: number) => {
    if (customerId !== null || chosen === null)
      return call('POST /accesses/:id/handle', { params: { id }, version: at, body: { outcome, nextStep } });
    const access = await call('GET /accesses/:id', { params: { id } });
    const body = { ...valuesIn(accessFields, access), customerId: chosen };
    const known = await call('PUT /accesses/:id', { params: { id }, version: access.version, body });
    return call('POST /accesses/:id/handle', { params: { id }, version: known.version, body: { outcome, nextStep } });
  };
  return (
    <RecordForm<Closing, Access>
      title={label}
      verb={label}
      fields={fields}
      initial={{ ...blankOf(closingFields), customerId }}
      version={version}
      check={({ customerId: chosen, outcome, nextStep }, typing) =>
        typing
          ? {}
          : {
              ...(chosen === null && { customerId: words.customerNeeded }),
              ...(outcome !== 'no_interest' && nextStep === '' && { nextStep: words.nextNeeded }),
            }
      }
      save={(values, saving) => save(values, saving.version)}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

function Because({
  name,
  visit: { id, version },
  reasons,
  onSaved,
  onClose,
}: Props & { name: 'giveBack' | 'handleAtDesk' }) {
  return (
    <MoveDialog
      machine={accessMachine}
      name={name}
      reasons={reasons}
      version={version}
      save={(body, at) => call(`POST /accesses/:id/${name}`, { params: { id }, version: at, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

/** The dialog that was asked for. */
export default function Dialogs({ asked, ...props }: Props & { asked: Asked }) {
  if (asked === 'assign') return <Assign {...props} />;
  if (asked === 'handOver') return <HandOver {...props} />;
  if (asked === 'handle') return <Handle {...props} />;
  return <Because name={asked} {...props} />;
}
