import { filled, mailDefaults, mailVariables } from '#domain/quotes/settings/mail-texts.ts';
import type { QuoteSettings } from '#domain/quotes/settings/fields.ts';
import { quoteSettings } from '#site/messages/it/quote-settings.ts';

const words = quoteSettings.mails;
type Texts = Pick<QuoteSettings, keyof typeof mailDefaults>;
const mails = [
  [words.offer, 'offerSubject', 'offerText'],
  [words.reminder, 'reminderSubject', 'reminderText'],
  [words.receipt, 'receiptSubject', 'receiptText'],
] as const;

/** The mails to customers as they will read, with an example value for each variable. */
export function MailPreview({ values }: { values: Texts }) {
  const read = (key: keyof Texts) => filled(values[key] || mailDefaults[key], mailVariables);
  return (
    <>
      {mails.map(([title, subject, text]) => (
        <details key={subject}>
          <summary>{title}</summary>
          <p>
            <b>{read(subject)}</b>
          </p>
          <p className="written">{read(text)}</p>
        </details>
      ))}
    </>
  );
}
