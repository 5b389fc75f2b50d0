import type { Fields, Values } from '#domain/fields.ts';
import type { Signature, ToSign } from '#domain/signatures/schema.ts';
import { MOST_DRAWING, MOST_SIGNERS, blockKinds, signerRoles } from '#domain/signatures/terms.ts';
import { call } from '#site/lib/call.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import { useAsked, type SignedRecord } from './asked.ts';
import { DrawField } from './DrawField.tsx';
import { Lacking } from './Lacking.tsx';

const fields = {
  signers: {
    label: words.signer,
    kind: 'rows',
    most: MOST_SIGNERS,
    fields: {
      role: { label: words.role, kind: 'choice', words: signerRoles },
      name: { label: words.name, kind: 'text', maxLength: 100, required: words.name },
      email: { label: words.copyTo, kind: 'text', maxLength: 254, nullable: true },
      blocks: { label: words.drawBlocks, kind: 'many', words: blockKinds },
      drawing: { label: words.drawing, kind: 'text', maxLength: MOST_DRAWING, required: words.drawHelp },
      confirmed: { label: words.seen, kind: 'flag' },
    },
  },
} as const satisfies Fields;
const half = { span: 3 } as const;
/** Only the parts that this document has are asked for. */
const formFor = (parts: ToSign['blocks']) =>
  formOf(fields, {
    signers: {
      layout: {
        role: half,
        name: half,
        email: half,
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
  if (asked.missing.length > 0 || asked.parties.length === 0)
    return <Lacking asked={asked} title={words.drawTitle} onClose={onClose} />;
  return (
    <RecordForm<Values<typeof fields>, Signature>
      title={words.drawTitle}
      verb={words.drawVerb}
      note={words.drawNote}
      fields={formFor(asked.blocks)}
      initial={{
        signers: asked.parties.map(({ role, name, email }) => ({
          role,
          name,
          email,
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
