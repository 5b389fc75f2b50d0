import type { Values } from '#domain/record/fields.ts';
import type { ConsentInput, Consents } from '#domain/privacy/schema.ts';
import { channels, purposes, ways, type ConsentPurpose } from '#domain/privacy/terms.ts';
import { consents as words } from '#site/messages/it/privacy.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

const { page: _page, form: _form, import: _import, ...said } = ways;
const fields = {
  given: { label: words.given, kind: 'flag' },
  way: { label: words.way, kind: 'choice', words: said },
  on: { label: words.on, kind: 'day', required: words.on },
  proof: { label: words.proof, kind: 'text', maxLength: 300, help: words.proofHelp },
  channels: { label: words.by, kind: 'many', words: channels, when: { field: 'given', is: [true] } },
} as const;
type Typed = Values<typeof fields>;

/** Dialog that notes a person's answer to a purpose. Loaded when it is opened. */
export default function ConsentDialog({
  purpose,
  today,
  save,
  onSaved,
  onClose,
}: {
  purpose: ConsentPurpose;
  today: string;
  save(body: Omit<ConsentInput, 'way'> & Pick<Typed, 'way'>, key: string): Promise<Consents>;
  onSaved(answer: Consents): void;
  onClose(): void;
}) {
  const form = formOf(fields, {}).filter(({ name }) => name !== 'channels' || purpose === 'marketing');
  const initial: Typed = { given: true, channels: [], way: 'paper', on: today, proof: '' };
  return (
    <RecordForm<Typed, Consents & { version?: number }>
      title={purposes[purpose]}
      fields={form}
      initial={initial}
      save={({ channels: chosen, ...typed }, { key }) =>
        save({ purpose, ...typed, channels: typed.given && purpose === 'marketing' ? (chosen ?? []) : [] }, key)
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
