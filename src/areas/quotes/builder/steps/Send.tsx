import { useEffect, useRef, useState, type RefObject } from 'react';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import { call, CallError, type CallAnswer } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { send as words } from '#site/messages/it/quotes-issued.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Field, TextArea } from '#site/ui/Field.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { toast } from '#site/ui/toast.ts';
import { Correspondence } from './Correspondence.tsx';
import { Sms, type Props } from './Sms.tsx';

type Sending = CallAnswer<'GET /quotes/:id/sending'>;
type Text = 'to' | 'subject' | 'text';

/** The draft of an answer: the greeting and signature of the ordinary mail around the quoted question. */
function answerTo(question: string, { to, subject, text }: Sending['draft']) {
  const [greeting = '', ...rest] = text.split('\n\n');
  const quoted = t(words.youAsked, { question });
  return { to, subject: t(words.answerSubject, { subject }), text: [greeting, quoted, '', rest.at(-1)].join('\n\n') };
}

/** The empty lines where the seller writes the answer. */
const GAP = '\n\n\n\n';
function writeAt(around: HTMLElement | null, text: string) {
  const place = text.indexOf(GAP) + GAP.length / 2;
  const area = around?.querySelector('textarea');
  area?.focus();
  area?.setSelectionRange(place, place);
}

/** The mail as it is typed, and what became of it; an answer is written where `area` has its lines. */
function useSending({ path, id, answers, onSent, onClose }: Props, area: RefObject<HTMLDivElement | null>) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [mail, setMail] = useState({ to: '', subject: '', text: '', link: true });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [ready, setReady] = useState('');
  const [busy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const params = { id };
  const failed = (error: Error) => {
    setErrors((error instanceof CallError && error.body.fields) || { all: error.message });
    setBusy(false);
  };
  const load = () =>
    call(`GET ${path}/:id/sending`, { params: { id } }).then((answer) => {
      setSending(answer);
      return answer;
    });
  useEffect(() => {
    load().then(({ draft }) => {
      const { to, subject, text } = answers ? answerTo(answers.text, draft) : draft;
      // Text that the person typed before the draft arrived stays.
      setMail((typed) => ({
        to: typed.to || to,
        subject: typed.subject || subject,
        text: typed.text || text,
        link: typed.link && !answers,
      }));
      if (answers && to) requestAnimationFrame(() => writeAt(area.current, text));
    }, failed);
    // oxlint-disable-next-line react/exhaustive-deps -- once, for the quote that the dialog was opened for
  }, [id]);

  async function sendMail() {
    if (busy) return;
    setBusy(true);
    setErrors({});
    try {
      const body = { ...mail, ...(answers && { answers: answers.id }) };
      await call(`POST ${path}/:id/messages`, { params, body, key });
      onSent?.();
      void toast(t(words.sent, { to: mail.to }), { kind: 'ok' });
      onClose();
    } catch (error) {
      failed(error as Error);
    }
  }
  async function prepare() {
    if (busy) return;
    setBusy(true);
    try {
      const text = mail.text.includes(LINK_PLACE) ? mail.text : `${mail.text}\n\n${LINK_PLACE}`;
      const { url } = await call(`POST ${path}/:id/link`, { params, body: { text } });
      onSent?.();
      setReady(text.replaceAll(LINK_PLACE, url));
      setBusy(false);
      void load();
    } catch (error) {
      failed(error as Error);
    }
  }
  const revoke = () =>
    call(`DELETE ${path}/:id/link`, { params }).then(() => {
      setReady('');
      void toast(words.revoked, { kind: 'ok' });
      return load();
    }, failed);
  const resend = (messageId: number) =>
    call(`POST ${path}/:id/messages/:messageId/resend`, { params: { id, messageId }, key: newKey() }).then(() => {
      onSent?.();
      void toast(words.resent, { kind: 'ok' });
      return load();
    }, failed);
  return { sending, mail, setMail, errors, ready, busy, sendMail, prepare, revoke, resend };
}

/**
 * Sends a quote to its customer: a mail with the PDF, or a WhatsApp text with the private link. Lists what was sent before. `answers` is
 * the customer's question that the mail answers.
 */
export default function Send(props: Props) {
  const { path, answers, onClose } = props;
  const area = useRef<HTMLDivElement>(null);
  const { sending, mail, setMail, errors, ready, busy, sendMail, prepare, revoke, resend } = useSending(props, area);
  const field = (name: Text) => ({
    name,
    label: words[name],
    value: mail[name],
    error: errors[name] ?? null,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setMail({ ...mail, [name]: value }),
  });
  const phone = sending?.draft.phone.replace(/\D/g, '') ?? '';
  return (
    <Dialog
      open
      size="l"
      title={answers ? words.answerTitle : words.titles[path]}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="button" className="btn" disabled={!sending} aria-busy={busy} onClick={prepare}>
            {words.prepare}
          </button>
          <button
            type="button"
            className="btn primary"
            data-save
            disabled={!sending}
            aria-busy={busy}
            onClick={sendMail}
          >
            {words.send}
          </button>
        </>
      }
    >
      {errors.all && (
        <p className="callout bad" role="alert">
          {errors.all}
        </p>
      )}
      <Field type="email" autoComplete="off" {...field('to')} />
      <Field maxLength={150} {...field('subject')} />
      <div ref={area}>
        <TextArea rows={9} maxLength={4000} help={words.linkHelp} {...field('text')} />
      </div>
      <Checkbox
        name="link"
        label={words.link}
        checked={mail.link}
        onChange={(event) => setMail({ ...mail, link: event.currentTarget.checked })}
      />
      {ready && (
        <div className="ready">
          <TextArea name="ready" label={words.ready} rows={6} readOnly value={ready} />
          <div className="row">
            <button
              type="button"
              className="btn"
              onClick={() => void navigator.clipboard.writeText(ready).then(() => toast(words.copied, { kind: 'ok' }))}
            >
              {words.copy}
            </button>
            <a
              className="btn"
              href={`https://wa.me/${phone}?text=${encodeURIComponent(ready)}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {words.whatsapp} <Icon name="arrow-right" size={16} />
            </a>
          </div>
        </div>
      )}
      {sending && !answers && <Sms {...props} draft={sending.draft} />}
      {sending && <Correspondence {...sending} onRevoke={revoke} onResend={resend} />}
    </Dialog>
  );
}
