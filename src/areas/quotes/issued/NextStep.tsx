import { useStore } from '@nanostores/react';
import { lazy, useState, type ReactNode } from 'react';
import { daysBetween } from '#domain/dates.ts';
import { day, telephone } from '#domain/italian.ts';
import { holdsAny, privileges as p } from '#domain/privileges.ts';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { Quote } from '#domain/quotes/schema.ts';
import { closeReasons } from '#domain/quotes/terms.ts';
import type { createActions } from '#site/areas/quotes/builder/actions.ts';
import { useQuote } from '#site/areas/quotes/builder/quote.ts';
import { moment, t } from '#site/lib/intl.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { dialled } from '#site/parts/customers/Reach.tsx';
import type { Around } from './around.ts';
import { OneCar, OpenQuestions } from './OneCar.tsx';
import { toContract } from './to-contract.ts';

const ContractToday = lazy(() => import('./ContractToday.tsx'));

const say = words.next;
const { moves, acts } = quoteMachine;

/** How long the quote still holds. */
function left(expiresOn: string | null, today: string): string {
  if (!expiresOn) return '';
  const n = daysBetween(today, expiresOn);
  const text = n > 1 ? say.left : n === 1 ? say.tomorrow : say.today;
  return t(text, { n, day: day(expiresOn) });
}

/** Whether the quote has been sent and read. */
function reading({ messages, links }: Around['sending']): string {
  const opened = links.reduce((sum, link) => sum + link.opened, 0);
  const last = links
    .flatMap(({ lastOpenedAt }) => lastOpenedAt ?? [])
    .toSorted()
    .at(-1);
  if (opened === 0 || !last)
    return links.length > 0 || messages.some(({ direction }) => direction === 'out') ? say.unread : say.unsent;
  return t(opened > 1 ? say.readTimes : say.read, { n: opened, moment: moment(last) });
}

/** How the quote stands, in a sentence. */
function sentence(quote: Quote, around: Around | null): string {
  if (quote.superseded) return say.superseded;
  if (quote.lost !== null) return '';
  if (quote.state === 'issued') return around ? reading(around.sending) : '';
  if (quote.state === 'closed')
    return t(say.closed, { reason: quote.closeReason ? closeReasons[quote.closeReason] : '' });
  if (quote.state === 'expired') return t(say.expired, { day: day(quote.expiresOn!) });
  return quote.state === 'accepted' ? say.accepted : say.converted;
}

const Press = ({
  name,
  primary,
  onClick,
  children,
}: {
  name: string;
  primary?: boolean;
  onClick(): void;
  children: ReactNode;
}) => (
  <button type="button" name={name} className={primary ? 'btn primary' : 'btn'} onClick={onClick}>
    {children}
  </button>
);

/** The natural next step, by the state of the quote and what the customer has done. */
export function NextStep({
  around,
  actions,
  onSend,
  onAnswer,
  onChange,
}: {
  around: Around | null;
  actions: Pick<ReturnType<typeof createActions>, 'revise' | 'reopen'>;
  onSend(): void;
  onAnswer(id: number, text: string): void;
  /** Something about the car has changed. */
  onChange(): unknown;
}) {
  const { $quote, $actions, today, user } = useQuote();
  const mayContract = holdsAny(user.privileges, [p.makeContracts, p.manageAllContracts]);
  const quote = useStore($quote)!;
  const [contracts, setContracts] = useState(false);
  const allowed = useStore($actions);
  const { state, superseded, newest, contact } = quote;
  const question = around?.story.events.find((event) => event.question !== undefined);
  const open = state === 'issued' && !superseded && quote.lost === null;
  const sent = around !== null && around.sending.messages.length + around.sending.links.length > 0;
  const asked = open && question && allowed.includes('send');
  const said = [!asked && sentence(quote, around), open && left(quote.expiresOn, today)].filter(Boolean).join(' ');
  return (
    <section className="card issued-next" aria-label={say.title}>
      <h2>{say.title}</h2>
      {said && <p>{said}</p>}
      {around && <OneCar next={around.next} onChange={onChange} />}
      {asked && <p>{t(say.question, { text: question.text ?? '' })}</p>}
      {superseded && newest && (
        <a className="btn primary newest" href={newest}>
          {builder.newest}
        </a>
      )}
      {asked && (
        <Press name="answer" primary onClick={() => onAnswer(question.question!, question.text ?? '')}>
          {say.answer}
        </Press>
      )}
      {open && !asked && sent && contact?.phone && !contact.silent && (
        <a className="btn primary" href={`tel:${dialled(contact.phone)}`}>
          {t(say.callNow, { phone: telephone(contact.phone) })}
        </a>
      )}
      {open && !asked && allowed.includes('send') && (
        <Press name="send-next" primary={!sent} onClick={onSend}>
          {sent ? say.again : say.send}
        </Press>
      )}
      {state === 'accepted' && !superseded && quote.lost === null && around && <OpenQuestions next={around.next} />}
      {mayContract && (open || (state === 'accepted' && !superseded && quote.lost === null)) && (
        <Press name="contract" primary={state === 'accepted'} onClick={() => void toContract({ quoteId: quote.id })}>
          {say.contract}
        </Press>
      )}
      {mayContract && state === 'converted' && (
        <Press name="contract" primary onClick={() => void toContract({ quoteId: quote.id })}>
          {say.toContract}
        </Press>
      )}
      {mayContract && state === 'expired' && !superseded && quote.lost === null && around?.totalToday != null && (
        <Press name="contract" onClick={() => setContracts(true)}>
          {say.contractToday}
        </Press>
      )}
      <OnDemand>
        {contracts && around?.totalToday != null && (
          <ContractToday
            today={around.today}
            total={around.totalToday}
            onMake={() => toContract({ quoteId: quote.id, total: around.totalToday! })}
            onClose={() => setContracts(false)}
          />
        )}
      </OnDemand>
      {state === 'expired' && allowed.includes('revise') && (
        <Press name="revise-next" primary onClick={actions.revise}>
          {words.today.revise}
        </Press>
      )}
      {state !== 'expired' && quote.lost === null && allowed.includes('revise') && (
        <Press name="revise" onClick={actions.revise}>
          {acts.revise.label}
        </Press>
      )}
      {allowed.includes('reopen') && (
        <Press name="reopen-next" onClick={actions.reopen}>
          {moves.reopen.label}
        </Press>
      )}
    </section>
  );
}
