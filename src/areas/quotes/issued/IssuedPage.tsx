import { useStore } from '@nanostores/react';
import { lazy, useEffect, useMemo, useRef, useState } from 'react';
import type { Quote } from '#domain/quotes/schema.ts';
import { createActions } from '#site/areas/quotes/builder/actions.ts';
import { Head } from '#site/areas/quotes/builder/Head.tsx';
import { useQuote } from '#site/areas/quotes/builder/quote.ts';
import { call } from '#site/lib/call.ts';
import { StageCard } from '#site/parts/stages/StageCard.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { Comments } from '#site/ui/comments/Comments.tsx';
import type { Page } from '#site/ui/comments/comments.ts';
import { DocumentPage } from '#site/ui/record/page/DocumentPage.tsx';
import { useLooks } from '#site/ui/useLooks.ts';
import { readAround, type Around } from './around.ts';
import { Car } from './Car.tsx';
import { Customer } from './Customer.tsx';
import { Financing, Schedule } from './Financing.tsx';
import { NextStep } from './NextStep.tsx';
import { Price } from './Price.tsx';
import { Rest } from './Rest.tsx';
import { Story } from './Story.tsx';
import { Today } from './Today.tsx';
import './issued.css';

const Send = lazy(() => import('#site/areas/quotes/builder/steps/Send.tsx'));

/** Milliseconds between two looks at what the customer or a colleague has done. */
const LOOK_MS = 8000;
/** What differs once somebody has moved the quote on, or its car. */
const stampOf = ({ version, state, superseded, lost }: Quote) => [version, state, superseded, lost].join();

/** The story, mails and price changes around the quote; read again after each step, also of others. */
function useAround(given: Around | null) {
  const { $quote, $actions, adopt } = useQuote();
  const quote = useStore($quote)!;
  const [around, setAround] = useState(given);
  const seen = useRef(given ? quote.version : 0);
  const { id, version } = quote;
  const reload = useMemo(() => () => readAround(call, id, $actions.get()).then(setAround), [id, $actions]);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    reload().catch(console.info);
  }, [version, reload]);
  useLooks(LOOK_MS, async () => {
    const of = { params: { id } };
    const [now, sending] = await Promise.all([
      call('GET /quotes/:id', of, { quiet: true }),
      call('GET /quotes/:id/sending', of, { quiet: true }),
    ]);
    // A step from here that ended meanwhile is newer.
    if (now.version < $quote.get()!.version) return;
    if (stampOf(now) !== stampOf($quote.get()!)) adopt(now);
    else if (around && JSON.stringify(sending) !== JSON.stringify(around.sending)) await reload();
  });
  return [around, reload] as const;
}

/** An issued quote as a document: customer, car, price, plan, history, and the next step. */
export function IssuedPage({ around: given, comments = null }: { around: Around | null; comments?: Page | null }) {
  const store = useQuote();
  const actions = useMemo(() => createActions(store), [store]);
  const [around, reload] = useAround(given);
  /** The open mail dialog: a new mail, or the answer to a question; null when closed. */
  const [sending, setSending] = useState<{ answers?: { id: number; text: string } } | null>(null);
  const { id, version, revision, lost } = useStore(store.$quote)!;
  const begun = around?.story.revisions.find((one) => one.state === 'draft' && one.revision > revision);
  const answer = (id: number, text: string) => setSending({ answers: { id, text } });
  return (
    <DocumentPage
      head={<Head onSent={reload} />}
      aside={
        <>
          <NextStep
            around={around}
            actions={actions}
            onSend={() => setSending({})}
            onAnswer={answer}
            onChange={reload}
          />
          {around && <StageCard area="quotes" id={id} version={version} given={around.stage} />}
          {around?.today && !lost && <Today today={around.today} begun={begun} onRevise={actions.revise} />}
          <Comments area="quotes" id={id} given={comments} />
          {around && <Story story={around.story} difference={around.difference} onAnswer={answer} />}
        </>
      }
    >
      <Car />
      <div className="columns">
        <Price />
        <div>
          <Financing />
          <Customer />
          <Rest />
        </div>
        <Schedule />
      </div>
      <OnDemand>
        {sending && <Send path="/quotes" id={id} {...sending} onSent={reload} onClose={() => setSending(null)} />}
      </OnDemand>
    </DocumentPage>
  );
}
