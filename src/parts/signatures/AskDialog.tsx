import type { Fields, Values } from '#domain/fields.ts';
import type { Signature } from '#domain/signatures/schema.ts';
import { MOST_SIGNERS, codeChannels, signerRoles } from '#domain/signatures/terms.ts';
import { call } from '#site/lib/call.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import { useAsked, type SignedRecord } from './asked.ts';
import { Lacking } from './Lacking.tsx';

const fields = {
  signers: {
    label: words.signer,
    kind: 'rows',
    most: MOST_SIGNERS,
    fields: {
      role: { label: words.role, kind: 'choice', words: signerRoles },
      name: { label: words.name, kind: 'text', maxLength: 100, required: words.name },
      channel: { label: words.channel, kind: 'choice', words: codeChannels, default: 'mail' },
      email: { label: words.email, kind: 'text', maxLength: 254, nullable: true },
      phone: { label: words.phone, kind: 'text', phone: true, maxLength: 20, nullable: true },
      confirmed: { label: words.confirmed, kind: 'flag' },
    },
  },
  inOrder: { label: words.inOrder, kind: 'flag' },
} as const satisfies Fields;
const half = { span: 3 } as const;
const form = formOf(fields, {
  signers: { layout: { role: half, name: half, channel: half, email: half, phone: half, confirmed: { span: 6 } } },
  inOrder: { span: 6 },
});

interface AskProps {
  of: SignedRecord;
  onClose: () => void;
  onDone: () => void;
}

/** Asks people to sign with a code; what the record lacks before that is said instead. */
export default function AskDialog({ of, onClose, onDone }: AskProps) {
  const asked = useAsked(of);
  if (!asked) return null;
  if (asked.missing.length > 0 || asked.parties.length === 0)
    return <Lacking asked={asked} title={words.askTitle} onClose={onClose} />;
  return (
    <RecordForm<Values<typeof fields>, Signature>
      title={words.askTitle}
      verb={words.askVerb}
      note={asked.blocks.map(({ title }) => title).join(' · ')}
      fields={form}
      initial={{
        signers: asked.parties.map((party) => ({ ...party, channel: 'mail' as const, confirmed: false })),
        inOrder: false,
      }}
      save={(body, { key }) => call('POST /signatures', { key, body: { ...of, ...body } })}
      onSaved={onDone}
      onClose={onClose}
    />
  );
}
