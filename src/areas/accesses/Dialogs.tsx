import { accessFields, outcomeFields } from '#domain/accesses/fields.ts';
import { accessMachine } from '#domain/accesses/rules.ts';
import type { Access } from '#domain/accesses/schema.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import { blankOf, valuesIn, type Fields, type Values } from '#domain/record/fields.ts';
import { call, CallError } from '#site/lib/call.ts';
import { handling as words } from '#site/messages/it/accesses.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import MoveDialog, { type Sent } from '#site/ui/record/page/MoveDialog.tsx';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { customers } from './form.ts';
import type { Asked } from './Steps.tsx';

export type Reasons = CallAnswer<'GET /accesses/reasons'>;

export interface Visit {
  id: number;
  version: number;
  customerId: number | null;
  /** Who has it, or had it last. */
  sellerId: number | null;
}
interface Props {
  visit: Visit;
  reasons: Reasons;
  sellers: Named;
  onSaved: (saved: Access) => void;
  /**
   * Called when somebody else has changed the visit: the page shows the current one, and what was typed stays for a
   * second try.
   */
  onStale: (now: Access) => void;
  onClose: () => void;
}

/**
 * Makes a move. When somebody else has changed the visit, the page takes the current one, and the form only gets the
 * message.
 */
async function moved(move: Promise<Access>, onStale: Props['onStale']): Promise<Access> {
  try {
    return await move;
  } catch (error) {
    if (!(error instanceof CallError) || !error.body.current) throw error;
    onStale(error.body.current as Access);
    throw new CallError(error.status, { ...error.body, current: undefined });
  }
}

const closingFields = {
  customerId: { label: words.customer, kind: 'lookup', nullable: true, help: words.customerHelp },
  ...outcomeFields,
} as const satisfies Fields;
type Closing = Values<typeof closingFields>;

/** The end of a visit: who it was, how it went, what follows. */
function Handle({ visit: { id, version, customerId }, onSaved, onStale, onClose }: Props) {
  const { label } = accessMachine.moves.handle;
  const fields = formOf(closingFields, {
    customerId: { span: 6, search: customers },
    outcome: { span: 3 },
    nextStep: { span: 3 },
  }).filter(({ name }) => name !== 'customerId' || customerId === null);
  const save = async ({ customerId: chosen, outcome, nextStep }: Closing) => {
    const body = { outcome, nextStep };
    if (customerId !== null || chosen === null)
      return call('POST /accesses/:id/handle', { params: { id }, version, body });
    const access = await call('GET /accesses/:id', { params: { id } });
    const known = await call('PUT /accesses/:id', {
      params: { id },
      version,
      body: { ...valuesIn(accessFields, access), customerId: chosen },
    });
    return call('POST /accesses/:id/handle', { params: { id }, version: known.version, body });
  };
  return (
    <RecordForm<Closing, Access>
      title={label}
      verb={label}
      fields={fields}
      initial={{ ...blankOf(closingFields), customerId }}
      check={({ customerId: chosen, outcome, nextStep }, typing) =>
        typing
          ? {}
          : {
              ...(chosen === null && { customerId: words.customerNeeded }),
              ...(outcome !== 'no_interest' && nextStep === '' && { nextStep: words.nextNeeded }),
            }
      }
      save={(values) => moved(save(values), onStale)}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

/** A move that asks for a colleague, a reason, or both. */
function Move({
  name,
  visit: { id, version, sellerId },
  reasons,
  sellers,
  onSaved,
  onStale,
  onClose,
}: Props & { name: Exclude<Asked, 'handle'> }) {
  const chosen =
    name === 'handOver' ? sellers.find(({ id: one }) => one !== sellerId)?.id : name === 'resume' && sellerId;
  return (
    <MoveDialog<Access>
      machine={accessMachine}
      name={name}
      reasons={reasons}
      layout={{ sellerId: { options: named(sellers) } }}
      {...(chosen && { initial: { sellerId: chosen } })}
      save={(body) =>
        moved(
          call(`POST /accesses/:id/${name}`, { params: { id }, version, body: body as Sent & { sellerId: number } }),
          onStale,
        )
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

/** The dialog that was asked for. */
export default function Dialogs({ asked, ...props }: Props & { asked: Asked }) {
  return asked === 'handle' ? <Handle {...props} /> : <Move name={asked} {...props} />;
}
