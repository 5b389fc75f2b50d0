import { useState } from 'react';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { quoteMachine } from '#domain/quotes/rules.ts';
import { useStore } from '@nanostores/react';
import { useQuote } from '#site/areas/quotes/builder/quote.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { usedQuotes } from '#site/messages/it/quotes.ts';
import { anotherHref } from '#site/areas/quotes/another.ts';
import { toast } from '#site/ui/toast.ts';
import type { Around } from './around.ts';

const say = words.next;
type Next = Around['next'];

const dayOf = (instant: string) => day(dayInRome(new Date(instant)));

/** Who holds the car, in a sentence. */
function holdText({ hold, isBought }: Next, today: string): string {
  if (isBought) return say.bought;
  if (!hold) return say.free;
  const until = dayOf(hold.until);
  if (hold.state === 'other') return t(say.heldByOther, { by: hold.by, day: until });
  if (hold.state === 'lapsed') return t(say.lapsed, { day: until });
  return dayInRome(new Date(hold.until)) <= today ? say.heldToday : t(say.held, { day: until });
}

/** The other quotes and offers of the same car. */
function Rivals({ rivals }: Pick<Next, 'rivals'>) {
  if (rivals.length === 0) return null;
  return (
    <div className="callout warn">
      <p>{say.rivals}</p>
      <ul>
        {rivals.map(({ number, seller, isAccepted, href }) => {
          const text = t(say.rival, { number, seller });
          return (
            <li key={number}>
              {href ? (
                <a className="link" href={href}>
                  {text}
                </a>
              ) : (
                text
              )}{' '}
              <small>{isAccepted ? say.rivalAccepted : say.rivalOpen}</small>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Prolongs the hold, or ends it: the presses that the state of the hold makes useful. */
function Holding({ next, onChange }: { next: Next; onChange: () => unknown }) {
  const { $quote, $actions, today } = useQuote();
  const { id } = useStore($quote)!;
  const allowed = useStore($actions);
  const [busy, setBusy] = useState(false);
  const { hold, holdDays, isBought } = next;
  if (isBought || !allowed.includes('hold') || hold?.state === 'other') return null;
  const asks = hold !== null && (hold.state === 'lapsed' || dayInRome(new Date(hold.until)) <= today);
  const press = (work: () => Promise<string>) => async () => {
    if (busy) return;
    setBusy(true);
    try {
      void toast(await work(), { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
    await onChange();
    setBusy(false);
  };
  const take = press(async () => {
    const now = await call('POST /quotes/:id/hold', { params: { id } });
    return t(say.holding, { day: dayOf(now.hold!.until) });
  });
  const leave = press(async () => {
    await call('DELETE /quotes/:id/hold', { params: { id } });
    return say.gone;
  });
  return (
    <>
      {(!hold || asks) && (
        <button type="button" name="hold" className="btn primary" aria-busy={busy} onClick={() => void take()}>
          {t(hold ? say.prolong : say.hold, { n: holdDays })}
        </button>
      )}
      {hold && (
        <button type="button" name="let-go" className="btn" aria-busy={busy} onClick={() => void leave()}>
          {quoteMachine.acts.letGo.label}
        </button>
      )}
    </>
  );
}

/** The car of an open or accepted quote: sold to somebody else, held, or wanted by others too. */
export function OneCar({ next, onChange }: { next: Next; onChange: () => unknown }) {
  const { $quote, today } = useQuote();
  const quote = useStore($quote)!;
  const another = anotherHref(quote);
  const isLost = quote.lost !== null;
  const isAccepted = quote.state === 'accepted';
  if (!next.isStock || quote.superseded || !another) return null;
  if (!isLost && !isAccepted && quote.state !== 'issued') return null;
  const isTaken = next.hold?.state === 'other';
  return (
    <>
      {isLost && (
        <p className="callout bad" role="alert">
          {t(say.lost, { why: quote.lost! })}
        </p>
      )}
      {!isLost && (isAccepted || isTaken) && (
        <p className={isTaken ? 'callout warn' : undefined}>{holdText(next, today)}</p>
      )}
      {!isLost && <Rivals rivals={next.rivals} />}
      {!isLost && isAccepted && <Holding next={next} onChange={onChange} />}
      {(isLost || (isAccepted && isTaken)) && (
        <a className="btn primary" href={another}>
          {usedQuotes.another}
        </a>
      )}
    </>
  );
}

function receiptText({ receipt }: Next): string {
  if (!receipt) return say.noReceipt;
  const { to, sentAt, failedAt } = receipt;
  if (sentAt) return t(say.receiptSent, { to, moment: moment(sentAt) });
  return t(failedAt ? say.receiptFailed : say.receiptGoing, { to });
}

/** What an accepted quote still lacks before a contract, each with the way to it. */
export function OpenQuestions({ next }: { next: Next }) {
  const { missing } = next;
  return (
    <>
      {missing.length === 0 ? (
        <p>{say.nothingMissing}</p>
      ) : (
        <div>
          <h3>{say.missing}</h3>
          <ul className="open-questions">
            {missing.map(({ what, href }) => (
              <li key={what}>
                {href ? (
                  <a className="link" href={href}>
                    {what}
                  </a>
                ) : (
                  what
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="muted">{receiptText(next)}</p>
    </>
  );
}
