import type { PrivacyText } from '#domain/privacy/schema.ts';
import { texts as kinds, type TextKind } from '#domain/privacy/terms.ts';
import { call } from '#site/lib/call.ts';
import { privacy } from '#site/messages/it/privacy.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

const words = privacy.texts;
const fields = {
  text: { label: words.field, kind: 'area', maxLength: 20_000, help: words.fieldHelp },
} as const;

/** Dialog to write the next version of a text. Loaded when it is opened. */
export default function TextDialog({
  kind,
  text,
  onSaved,
  onClose,
}: {
  kind: TextKind;
  text: string;
  onSaved(saved: PrivacyText): void;
  onClose(): void;
}) {
  return (
    <RecordForm<{ text: string }, PrivacyText>
      title={`${kinds[kind]}: ${words.publish.toLowerCase()}`}
      fields={formOf(fields, { text: { span: 6 } })}
      initial={{ text }}
      verb={words.publish}
      save={({ text: written }, { key }) => call('POST /privacy/texts', { body: { kind, text: written }, key })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
