import { useStore } from '@nanostores/react';
import { lazy, useEffect, useRef, useState, type ReactNode } from 'react';
import { sells } from '#domain/contracts/rights.ts';
import { daysBetween } from '#domain/dates.ts';
import { day, money, telephone } from '#domain/italian.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import { b2bStates, closeReasons } from '#domain/quotes/terms.ts';
import { covers } from '#domain/record/rights.ts';
import { saleRegimes } from '#domain/stock/terms.ts';
import { Letters } from '#site/areas/quotes/issued/Letters.tsx';
import { toContract } from '#site/areas/quotes/issued/to-contract.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { issued } from '#site/messages/it/quotes-issued.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { dialled } from '#site/parts/customers/Reach.tsx';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { Comments } from '#site/ui/comments/Comments.tsx';
import type { Page } from '#site/ui/comments/comments.ts';
import { DocumentPage, DocumentPart } from '#site/ui/record/page/DocumentPage.tsx';
import { carDetails } from './CarsSection.tsx';
import { Figures, Margin, NotesDocument, TraderDocument, TransferDocument } from './Sections.tsx';
import { useB2b, type B2bStory } from './store.ts';
import '../issued/issued.css';

const Send = lazy(() => import('#site/areas/quotes/builder/steps/Send.tsx'));
const { moves, acts } = b2bMachine;
const say = issued.next;

/** What an issued offer waits for, with the button that does it; beside the head's, so that nobody looks for it. */
function NextStep() {
  const store = useB2b();
  const quote = useStore(store.$quote)!;
  const allowed = useStore(store.$actions);
  const [sending, setSending] = useState(false);
  const { id, state, superseded, newest, expiresOn, closeReason, contact, contract, seller } = quote;
  const maySell = covers(sells, store.user.privileges, seller.id === store.user.id);
  const left = expiresOn ? daysBetween(store.today, expiresOn) : 0;
  const sentence = () => {
    if (superseded) return say.superseded;
    if (state === 'issued') return t(left > 1 ? words.next.left : left === 1 ? say.tomorrow : say.today, { n: left, day: expiresOn ? day(expiresOn) : '' }); // prettier-ignore
    if (state === 'closed') return t(words.next.closed, { reason: closeReason ? closeReasons[closeReason] : '' });
    if (state === 'expired') return t(words.next.expired, { day: day(expiresOn!) });
    if (contract) return t(words.next.inContract, { number: contract.number });
    return maySell ? words.next.accepted : t(words.next.others, { seller: seller.name });
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
      {open && state === 'accepted' && !contract && maySell && (
        <button
          type="button"
          name="contract"
          className="btn primary"
          onClick={() => void toContract({ b2bQuoteId: id })}
        >
          {say.contract}
        </button>
      )}
      {contract?.href && (
        <a className="btn primary" href={contract.href}>
          {say.toContract}
        </a>
      )}
      {open && contact?.phone && !contact.silent && (
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
        <button type="button" name="reopen-next" className="btn" onClick={() => void store.reopen()}>
          {moves.reopen.label}
        </button>
      )}
      <OnDemand>
        {sending && (
          <Send
            path="/quotes/b2b"
            id={id}
            onSent={() => store.$sent.set(store.$sent.get() + 1)}
            onClose={() => setSending(false)}
          />
        )}
      </OnDemand>
    </section>
  );
}

/** The history of the offer and its revisions; read again after each change. */
export function History({ given }: { given: B2bStory | null }) {
  const { $quote, $actions, $sent } = useB2b();
  const { id, version } = useStore($quote)!;
  const sent = useStore($sent);
  const mayAnswer = useStore($actions).includes('send');
  const [history, setHistory] = useState(given);
  const [failed, setFailed] = useState('');
  const [answers, setAnswers] = useState<{ id: number; text: string } | null>(null);
  const known = useRef(given ? `${version} ${sent}` : '');
  useEffect(() => {
    if (known.current === `${version} ${sent}`) return;
    known.current = `${version} ${sent}`;
    const control = new AbortController();
    call('GET /quotes/b2b/:id/timeline', { params: { id }, signal: control.signal }).then(
      setHistory,
      (error: Error) => control.signal.aborted || setFailed(error.message),
    );
    return () => control.abort();
  }, [id, version, sent]);
  if (failed) return <p className="callout bad">{failed}</p>;
  if (!history) return null;
  return (
    <div className="history">
      <Letters
        events={history.events}
        onAnswer={mayAnswer ? (question, text) => setAnswers({ id: question, text }) : undefined}
      />
      {history.revisions.length > 1 && (
        <>
          <h3>{builder.notes.revisions}</h3>
          <ul>
            {history.revisions.map((one) => (
              <li key={one.id}>
                <a className="link" href={one.href} aria-current={one.id === id ? 'true' : undefined}>
                  {t(builder.revision, { n: one.revision })}
                </a>{' '}
                {b2bStates[one.state].label} · {money(one.total)} <small>{moment(one.createdAt)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      <OnDemand>
        {answers && (
          <Send
            path="/quotes/b2b"
            id={id}
            answers={answers}
            onSent={() => $sent.set($sent.get() + 1)}
            onClose={() => setAnswers(null)}
          />
        )}
      </OnDemand>
    </div>
  );
}

/** The cars, each in its own paint with its price, and what all cost together. */
function Cars() {
  const { $priced, $sheet } = useB2b();
  const { cars, total } = useStore($priced);
  const { cars: known } = useStore($sheet);
  return (
    <section className="card issued-cars" aria-label={words.sections.cars}>
      <ul>
        {cars.map((car) => {
          const { body = '', colour = '' } = known.find(({ id }) => id === car.carId) ?? {};
          return (
            <li key={car.carId}>
              <Silhouette body={body} colour={colour} />
              <p>
                <b>{car.name}</b>
                <small>{carDetails(car)}</small>
                <small>{[colour, saleRegimes[car.regime].label].filter(Boolean).join(' · ')}</small>
              </p>
              <b>{money(car.price)}</b>
            </li>
          );
        })}
      </ul>
      <p className="issued-price">
        <span>{words.totals.total}</span>
        <b>{money(total)}</b>
        <small>{t(words.cars, { n: cars.length })}</small>
      </p>
    </section>
  );
}

/** An issued offer as a document: cars, price, trader, and beside it the next step and the history. */
export function IssuedOffer({
  head,
  story,
  comments,
}: {
  head: ReactNode;
  story: B2bStory | null;
  comments: Page | null;
}) {
  const { $draft, $quote } = useB2b();
  const { notes } = useStore($draft);
  const { id } = useStore($quote)!;
  const { sections } = words;
  return (
    <DocumentPage
      head={head}
      aside={
        <>
          <NextStep />
          <Comments area="quotes/b2b" id={id} given={comments} />
          <DocumentPart title={issued.story}>
            <History given={story} />
          </DocumentPart>
        </>
      }
    >
      <Cars />
      <div className="columns">
        <section className="card issued-rows" aria-label={words.totals.title}>
          <h2>{issued.price}</h2>
          <Figures />
          <Margin />
        </section>
        <div>
          <DocumentPart title={sections.customer}>
            <div className="lined">
              <TraderDocument />
            </div>
          </DocumentPart>
          <DocumentPart title={sections.transfer}>
            <div className="lined">
              <TransferDocument />
            </div>
          </DocumentPart>
          {notes.trim() !== '' && (
            <DocumentPart title={sections.notes}>
              <NotesDocument />
            </DocumentPart>
          )}
        </div>
      </div>
    </DocumentPage>
  );
}
