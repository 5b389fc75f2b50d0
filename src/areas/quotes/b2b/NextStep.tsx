import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { daysBetween } from '#domain/dates.ts';
import { day, telephone } from '#domain/italian.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import { closeReasons } from '#domain/quotes/terms.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { issued } from '#site/messages/it/quotes-issued.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { dialled } from '#site/parts/customers/Reach.tsx';
import { useB2b } from './store.ts';

const Send = lazy(() => import('#site/areas/quotes/builder/steps/Send.tsx'));
const { moves, acts } = b2bMachine;
const say = issued.next;

/** What an issued offer waits for, with the button that does it; beside the head's, so that nobody looks for it. */
export function NextStep() {
  const store = useB2b();
  const quote = useStore(store.$quote)!;
  const allowed = useStore(store.$actions);
  const [sending, setSending] = useState(false);
  const { id, state, superseded, newest, expiresOn, closeReason, contact } = quote;
  const left = expiresOn ? daysBetween(store.today, expiresOn) : 0;
  const sentence = () => {
    if (superseded) return say.superseded;
    if (state === 'issued') return t(left > 1 ? words.next.left : left === 1 ? say.tomorrow : say.today, { n: left, day: expiresOn ? day(expiresOn) : '' }); // prettier-ignore
    if (state === 'closed') return t(words.next.closed, { reason: closeReason ? closeReasons[closeReason] : '' });
    return state === 'expired' ? t(words.next.expired, { day: day(expiresOn!) }) : words.next.accepted;
  };
  const open = !superseded;
  return (
    <section className="card issued-next" aria-label={say.title}>
      <h2>{say.title}</h2>
      <p>{sentence()}</p>
      {superseded && newest && (
        <a className="btn primary" href={newest}>
          {builder.newest}
        </a>
      )}
      {open && state === 'issued' && allowed.includes('send') && (
        <button type="button" className="btn primary" name="send-next" onClick={() => setSending(true)}>
          {words.next.send}
        </button>
      )}
      {open && contact?.phone && (
        <a className="btn" href={`tel:${dialled(contact.phone)}`}>
          {t(say.callNow, { phone: telephone(contact.phone) })}
        </a>
      )}
      {open && allowed.includes('revise') && (
        <button
          type="button"
          name="revise-next"
          className={state === 'expired' ? 'btn primary' : 'btn'}
          onClick={() => void store.another('revise')}
        >
          {acts.revise.label}
        </button>
      )}
      {open && allowed.includes('reopen') && (
        <button type="button" name="reopen-next" className="btn" onClick={() => void store.stepOf('reopen').run?.()}>
          {moves.reopen.label}
        </button>
      )}
      <Suspense>
        {sending && (
          <Send
            path="/quotes/b2b"
            id={id}
            onSent={() => store.$sent.set(store.$sent.get() + 1)}
            onClose={() => setSending(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
