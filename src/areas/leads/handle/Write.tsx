import { useEffect, useState } from 'react';
import type { Values } from '#domain/record/fields.ts';
import { writingFields } from '#domain/leads/fields.ts';
import type { Lead, Writing } from '#domain/leads/schema.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import type { TemplateChannel } from '#domain/leads/terms.ts';
import { filledIn } from '#domain/leads/variables.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { leadWriting as words } from '#site/messages/it/leads-writing.ts';
import { textsOf } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

type Letter = Values<typeof writingFields>;

/** How a message begins: by a way, or by a template. */
export interface How {
  channel?: TemplateChannel;
  template?: string;
}

interface Props extends How {
  lead: Lead;
  terms: LeadTerms;
  onSaved: (lead: Lead) => void;
  onClose: () => void;
}

/** Writes to the customer by a template filled in with this lead; what is missing is named before anything leaves. */
export default function Write({ lead, terms, channel, template, onSaved, onClose }: Props) {
  const [writing, setWriting] = useState<Writing | null>(null);
  useEffect(() => {
    void call('GET /leads/:id/writing', { params: { id: lead.id } }).then(setWriting, onClose);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for the lead that it was opened on
  }, []);
  if (!writing) return null;
  const missing = ({ subject, text }: Letter) => filledIn(`${subject} ${text}`, {}).missing;
  const fill = (text: string) => filledIn(text, writing.values).text;
  const byTemplate = (name: unknown): Partial<Letter> => {
    const template = terms.templates.find((one) => one.name === name);
    if (!template) return {};
    const text = [fill(template.text), writing.origin].filter(Boolean).join('\n\n');
    return { channel: template.channel, subject: fill(template.subject ?? ''), text };
  };
  const first: Letter = {
    template: null,
    channel: channel ?? (lead.email && writing.channels.includes('mail') ? 'mail' : 'whatsapp'),
    subject: '',
    text: writing.origin,
    ...(template !== undefined && { template, ...byTemplate(template) }),
  };
  return (
    <RecordForm<Letter, Lead>
      title={words.title}
      note={writing.refused ?? undefined}
      verb={({ channel }) => (channel === 'whatsapp' ? words.sent : words.send)}
      fields={formOf(writingFields, {
        template: {
          span: 3,
          options: textsOf(terms.templates.map(({ name }) => name)),
          also: byTemplate as (value: string | null) => Partial<Letter>,
        },
        channel: { span: 3 },
        subject: { span: 6 },
        text: { span: 6 },
      })}
      initial={first}
      version={lead.version}
      check={(values): Record<string, string> => {
        const names = missing(values);
        return names.length > 0 ? { text: t(words.missing, { names: names.join(', ') }) } : {};
      }}
      save={({ channel, subject, text }, { version, key }) =>
        call('POST /leads/:id/messages', {
          params: { id: lead.id },
          version,
          key,
          body: { channel, subject: channel === 'mail' ? subject : '', text },
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {(values) => (
        <>
          {missing(values).length > 0 && (
            <p className="callout warn">{t(words.missing, { names: missing(values).join(', ') })}</p>
          )}
          {values.channel === 'whatsapp' && writing.channels.includes('whatsapp') && lead.phone && (
            <p>
              <a
                className="btn"
                target="_blank"
                rel="noopener"
                href={`https://wa.me/${lead.phone.replace('+', '')}?text=${encodeURIComponent(values.text)}`}
              >
                {words.open}
              </a>{' '}
              {words.openHelp}
            </p>
          )}
        </>
      )}
    </RecordForm>
  );
}
