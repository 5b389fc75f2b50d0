import type { Values } from '#domain/record/fields.ts';
import { isMobile } from '#domain/phones.ts';
import { drawFields } from '#domain/signatures/fields.ts';
import type { Signature, ToSign } from '#domain/signatures/schema.ts';
import { call } from '#site/lib/call.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { useAsked, type SignedRecord } from './asked.ts';
import { DrawField } from './DrawField.tsx';
import { isLacking, Lacking } from './Lacking.tsx';
import { RoleField } from './RoleField.tsx';
import { SendCode, type To } from './SendCode.tsx';

const half = { span: 3 } as const;
/** The people are the record's; only the parts that this document has are asked for. */
const formFor = (of: SignedRecord, { parties, blocks: parts }: ToSign) =>
  formOf(drawFields, {
    signers: {
      fixed: parties.map(({ name }) => name),
      layout: {
        role: { ...half, control: RoleField },
        channel: half,
        phone: half,
        email: half,
        code: { ...half, keyboard: 'numeric', below: (to) => <SendCode of={of} to={to as To} /> },
        blocks: { span: 6, options: parts.map(({ kind, title }) => ({ value: kind, label: title })) },
        drawing: { span: 6, control: DrawField },
        confirmed: { span: 6 },
      },
    },
  });

interface DrawProps {
  of: SignedRecord;
  onClose: () => void;
  onDone: () => void;
}

/** Who is at the dealer's signs on the tablet; whoever cannot draw signs the print, whose scan is kept. */
export default function DrawDialog({ of, onClose, onDone }: DrawProps) {
  const asked = useAsked(of);
  if (!asked) return null;
  if (isLacking(asked)) return <Lacking asked={asked} title={words.drawTitle} onClose={onClose} />;
  return (
    <RecordForm<Values<typeof drawFields>, Signature>
      title={words.drawTitle}
      verb={words.drawVerb}
      note={words.drawNote}
      fields={formFor(of, asked)}
      initial={{
        signers: asked.parties.map(({ role, email, phone }) => ({
          role,
          channel: phone !== null && isMobile(phone) ? 'sms' : 'mail',
          phone,
          email,
          code: '',
          blocks: [],
          drawing: '',
          confirmed: false,
        })),
      }}
      save={(body, { key }) =>
        call('POST /signatures/drawn', {
          key,
          body: { ...of, ...body, version: asked.version },
        })
      }
      onSaved={onDone}
      onClose={onClose}
    />
  );
}
