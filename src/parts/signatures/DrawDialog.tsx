import type { Fields, Values } from '#domain/record/fields.ts';
import { isMobile } from '#domain/phones.ts';
import type { Signature, ToSign } from '#domain/signatures/schema.ts';
import { MOST_DRAWING, MOST_SIGNERS, blockKinds, codeChannels, signerRoles } from '#domain/signatures/terms.ts';
import { call } from '#site/lib/call.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { useAsked, type SignedRecord } from './asked.ts';
import { DrawField } from './DrawField.tsx';
import { isLacking, Lacking } from './Lacking.tsx';
import { RoleField } from './RoleField.tsx';
import { SendCode, type To } from './SendCode.tsx';

const fields = {
  signers: {
    label: words.signer,
    kind: 'rows',
    most: MOST_SIGNERS,
    fields: {
      role: { label: words.role, kind: 'choice', words: signerRoles },
      channel: { label: words.channel, kind: 'choice', words: codeChannels, default: 'sms' },
      phone: {
        label: words.phone,
        kind: 'text',
        phone: true,
        maxLength: 20,
        nullable: true,
        when: { field: 'channel', is: ['sms'] },
      },
      email: { label: words.copyTo, kind: 'text', maxLength: 254, nullable: true },
      code: { label: words.code, kind: 'text', maxLength: 20, required: words.code },
      blocks: { label: words.drawBlocks, kind: 'many', words: blockKinds },
      drawing: { label: words.drawing, kind: 'text', maxLength: MOST_DRAWING, required: words.drawHelp },
      confirmed: { label: words.confirmed, kind: 'flag' },
    },
  },
} as const satisfies Fields;
const half = { span: 3 } as const;
/** The people are the record's; only the parts that this document has are asked for. */
const formFor = (of: SignedRecord, { parties, blocks: parts }: ToSign) =>
  formOf(fields, {
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
    <RecordForm<Values<typeof fields>, Signature>
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
      save={({ signers }, { key }) =>
        call('POST /signatures/drawn', {
          key,
          body: {
            ...of,
            version: asked.version,
            signers: signers.map((one) => ({ ...one, blocks: [...one.blocks], confirmed: one.confirmed as true })),
          },
        })
      }
      onSaved={onDone}
      onClose={onClose}
    />
  );
}
