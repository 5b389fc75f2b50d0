import { useState } from 'react';
import type { Values } from '#domain/fields.ts';
import { quoteSettingFields } from '#domain/quotes/setting-fields.ts';
import type { QuoteSettingsAnswer } from '#domain/quotes/settings.ts';
import { mailVariables } from '#domain/quotes/mail-texts.ts';
import { t } from '#site/lib/intl.ts';
import { dated } from '#site/messages/it/kit.ts';
import { preferences } from '#site/messages/it/preferences.ts';
import { named } from '#site/ui/choices.ts';
import { MailPreview } from './MailPreview.tsx';
import { formOf, type Layout } from '#site/ui/record/form-of.ts';
import type { DatedForm } from '#site/ui/record/Dated.tsx';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';

const words = preferences.quotes;
const fields = { from: { label: dated.from, kind: 'day', help: dated.fromHelp }, ...quoteSettingFields } as const;
export type Edited = Values<typeof fields>;

const whole = { span: 6 } as const;
const mailHelp = t(words.mails.help, {
  list: Object.keys(mailVariables)
    .map((name) => `{${name}}`)
    .join(', '),
});
const layoutOf = (makers: readonly { id: number; name: string }[]): Layout<typeof fields> => ({
  from: { span: 2 },
  expiryDays: { span: 2 },
  roadCost: { span: 2 },
  charges: {
    ...whole,
    look: 'table',
    layout: { category: { span: 6 }, roadCost: { span: 2 }, tyreFee: { span: 2 }, fees: { span: 2 } },
  },
  caps: {
    ...whole,
    look: 'table',
    help: words.capsHelp,
    layout: {
      role: { span: 2 },
      makerId: { span: 2, options: named(makers) },
      usage: { span: 1 },
      percent: { span: 1 },
    },
  },
  agencyFee: { span: 2 },
  quotationRequired: { span: 6 },
  objectiveBonus: { span: 2 },
  stockCost: { span: 2 },
  deposit: { span: 2 },
  notes: whole,
  sections: whole,
  footer: whole,
  offerSubject: whole,
  offerText: { ...whole, help: mailHelp },
  reminderSubject: whole,
  reminderText: { ...whole, help: mailHelp },
  receiptSubject: whole,
  receiptText: { ...whole, help: mailHelp },
  usedFooter: whole,
  b2bFooter: whole,
});

/** Dialog to edit the settings valid from a given day. Loaded when it is opened. */
export default function SettingsDialog({
  initial,
  makers,
  save,
  onSaved,
  title,
  version,
  onClose,
}: DatedForm<Values<typeof quoteSettingFields>, QuoteSettingsAnswer> & {
  makers: readonly { id: number; name: string }[];
}) {
  const [day, setDay] = useState(initial.from);
  return (
    <RecordForm<Edited, QuoteSettingsAnswer>
      title={title}
      initial={initial}
      version={version}
      onClose={onClose}
      fields={formOf(fields, layoutOf(makers))}
      save={(body, saving) => {
        setDay(body.from);
        return save(body, saving);
      }}
      onSaved={(answer) => onSaved(answer, day)}
    >
      {(values) => (
        <details>
          <summary>{words.mails.preview}</summary>
          <MailPreview values={values} />
        </details>
      )}
    </RecordForm>
  );
}
