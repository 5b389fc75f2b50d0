import type { CallAnswer } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { send as words } from '#site/messages/it/quotes-issued.ts';

type Sending = CallAnswer<'GET /quotes/:id/sending'>;
type Message = Sending['messages'][number];

const stateOf = ({ direction, channel, sentAt, failedAt, doubtful }: Message) =>
  direction === 'in'
    ? words.question
    : channel === 'whatsapp'
      ? words.prepared
      : failedAt
        ? doubtful
          ? words.doubtful
          : words.failed
        : sentAt
          ? words.gone
          : words.going;

const nameOf = ({ direction, channel, address }: Message) =>
  direction === 'in'
    ? address
    : channel === 'whatsapp'
      ? words.textTo
      : t(channel === 'sms' ? words.smsTo : words.mailTo, { to: address });

/** What failed goes again at once; what was sent may go once more. */
const mayResend = ({ direction, channel, sentAt, failedAt }: Message) =>
  direction === 'out' && (channel === 'mail' || channel === 'sms') && (sentAt ?? failedAt) !== null;

/** The letters in both directions, and how often the links were opened. */
export function Correspondence({
  messages,
  links,
  onRevoke,
  onResend,
}: Omit<Sending, 'draft'> & { onRevoke: () => void; onResend: (id: number) => void }) {
  const living = links.filter(({ revoked }) => !revoked);
  const opened = living.reduce((sum, link) => sum + link.opened, 0);
  if (messages.length === 0 && links.length === 0) return null;
  return (
    <div className="letters">
      <h3>{words.letters}</h3>
      <ul>
        {messages.map((one) => (
          <li key={one.id} data-failed={one.failedAt !== null || undefined}>
            <b>{nameOf(one)}</b>{' '}
            <small>
              {stateOf(one)} · {moment(one.at)}
            </small>
            {mayResend(one) && (
              <button type="button" className="btn small" onClick={() => onResend(one.id)}>
                {words.resend}
              </button>
            )}
            {one.direction === 'in' && <p>{one.text}</p>}
          </li>
        ))}
      </ul>
      {living.length > 0 && (
        <p className="row">
          {t(opened > 0 ? words.opened : words.unopened, { n: living.length, opened })}
          <button type="button" className="btn small" onClick={onRevoke}>
            {words.revoke}
          </button>
        </p>
      )}
    </div>
  );
}
