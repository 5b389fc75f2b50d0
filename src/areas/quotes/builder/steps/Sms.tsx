import { useState } from 'react';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import { SMS_LENGTH, smsParts } from '#domain/documents/sms-parts.ts';
import { call, CallError, type CallAnswer } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { send as words } from '#site/messages/it/quotes-issued.ts';
import { Field, TextArea } from '#site/ui/Field.tsx';
import { toast } from '#site/ui/toast.ts';

export interface Props {
  /** Path of the calls for this kind of quote. */
  path: '/quotes' | '/quotes/b2b';
  id: number;
  answers?: { id: number; text: string };
  onSent?: (() => unknown) | undefined;
  onClose(): void;
}

/** A private link is as long as this: it counts for the number of SMS. */
const LINK = `${globalThis.location?.origin ?? ''}/offer/${'x'.repeat(48)}`;

/** The same quote by SMS: a number and a short text with the private link. */
export function Sms({
  path,
  id,
  draft,
  onSent,
  onClose,
}: Props & { draft: CallAnswer<'GET /quotes/:id/sending'>['draft'] }) {
  const [to, setTo] = useState(draft.phone);
  const [text, setText] = useState(draft.sms);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const parts = smsParts(text.replaceAll(LINK_PLACE, LINK));
  async function send() {
    if (busy) return;
    setBusy(true);
    setErrors({});
    try {
      await call(`POST ${path}/:id/sms`, { params: { id }, body: { to, text }, key });
      onSent?.();
      void toast(t(words.smsSent, { to }), { kind: 'ok' });
      onClose();
    } catch (error) {
      setErrors((error instanceof CallError && error.body.fields) || { text: (error as Error).message });
      setBusy(false);
    }
  }
  return (
    <details className="sms">
      <summary>{words.bySms}</summary>
      <Field
        name="sms-to"
        type="tel"
        autoComplete="off"
        label={words.mobile}
        value={to}
        error={errors.to ?? null}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <TextArea
        name="sms-text"
        rows={3}
        maxLength={SMS_LENGTH}
        label={words.text}
        help={t(parts === 1 ? words.onePart : words.parts, { n: parts })}
        value={text}
        error={errors.text ?? null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="button" className="btn" aria-busy={busy} onClick={() => void send()}>
        {words.sendSms}
      </button>
    </details>
  );
}
