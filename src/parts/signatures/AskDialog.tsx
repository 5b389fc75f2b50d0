import type { Values } from '#domain/record/fields.ts';
import { askFields } from '#domain/signatures/fields.ts';
import type { Signature, ToSign } from '#domain/signatures/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { useAsked, type SignedRecord } from './asked.ts';
import { isLacking, Lacking } from './Lacking.tsx';
import { RoleField } from './RoleField.tsx';

const half = { span: 3 } as const;
/** The people are the record's; one alone has no order. */
const formFor = ({ parties }: ToSign) =>
  formOf(askFields, {
    signers: {
      fixed: parties.map(({ name }) => name),
      layout: {
        role: { ...half, control: RoleField },
        channel: half,
        email: half,
        phone: half,
        confirmed: { span: 6 },
      },
    },
    inOrder: { span: 6 },
  }).filter(({ name }) => name !== 'inOrder' || parties.length > 1);

interface AskProps {
  of: SignedRecord;
  /** What is done at once, where it is more than asking. */
  verb?: string;
  onClose: () => void;
  onDone: (asked: Signature) => void;
}

/** Who signs with which kind of signature, where the company offers the advanced one. */
function kindsOf({ offersAdvanced, parties }: ToSign): string[] {
  if (!offersAdvanced) return [];
  const [advanced, simple] = [true, false].map(
    (is) =>
    parties.filter((one) => (one.advanced !== null) === is).map(({ name }) => name).join(', '), // prettier-ignore
  );
  return [
    advanced && t(words.advancedFor, { names: advanced }),
    simple && t(words.simpleFor, { names: simple }),
  ].filter((line) => Boolean(line)) as string[];
}

/** Asks people to sign with a code; what the record lacks before that is said instead. */
export default function AskDialog({ of, verb = words.askVerb, onClose, onDone }: AskProps) {
  const asked = useAsked(of);
  if (!asked) return null;
  if (isLacking(asked)) return <Lacking asked={asked} title={words.askTitle} onClose={onClose} />;
  return (
    <RecordForm<Values<typeof askFields>, Signature>
      title={words.askTitle}
      verb={verb}
      note={[asked.blocks.map(({ title }) => title).join(' · '), ...kindsOf(asked)].join(' — ')}
      fields={formFor(asked)}
      initial={{
        signers: asked.parties.map(({ role, email, phone, advanced }) => ({
          role,
          email,
          confirmed: false,
          channel: advanced ? 'sms' : 'mail',
          phone: advanced ?? phone,
        })),
        inOrder: false,
      }}
      save={(body, { key }) =>
        call('POST /signatures', {
          key,
          body: { ...of, ...body },
        })
      }
      onSaved={onDone}
      onClose={onClose}
    />
  );
}
