import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { day, money } from '#domain/italian.ts';
import { repriced, type Repriced } from '#domain/quotes/sheet/changes.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { kit } from '#site/messages/it/kit.ts';
import { keptList as words } from '#site/messages/it/quotes-list.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { toast } from '#site/ui/toast.ts';
import { useQuote, type QuoteStore } from '../quote.ts';
import { Changes } from './Repriced.tsx';

/** Gives the draft the list back that it gave up. */
const takeBack = (store: QuoteStore) =>
  store.attempt(async ({ id, version }) => {
    const now = await call('DELETE /quotes/:id/relist', { params: { id }, version });
    await store.refresh(id);
    return now;
  }, words.undone);

/** Says that a draft has given up its list, for as long as that can be taken back. */
export function FormerList({ formerDay }: { formerDay: string }) {
  const store = useQuote();
  const said = { day: day(formerDay) };
  return (
    <section className="callout said" aria-label={words.label}>
      <p className="grow">{t(words.former, said)}</p>
      <button type="button" className="btn small" onClick={() => void takeBack(store)}>
        {t(words.back, said)}
      </button>
    </section>
  );
}

/** Says which list prices the draft, and until when it may; today's is taken by who has seen what it changes. */
export default function KeptList({ list }: { list: { day: string; until: string } }) {
  const store = useQuote();
  const quote = useStore(store.$quote);
  /** What today's list changes; undefined until somebody asks. */
  const [today, setToday] = useState<Repriced | null>();
  const ask = () =>
    store.attempt(async () => {
      const draft = store.$draft.get();
      const query = { car: draft.newCarId ?? undefined };
      const sheet = await call('GET /quotes/sheets/:versionId', { params: { versionId: draft.versionId }, query });
      setToday(repriced(draft, store.$sheet.get(), sheet));
    });
  const reprice = () => {
    setToday(undefined);
    void store
      .attempt(async ({ id, version }) => {
        const now = await call('POST /quotes/:id/relist', { params: { id }, version });
        await store.refresh(id);
        return now;
      })
      .then((isDone) => {
        if (!isDone) return;
        const action = { label: words.undo, run: () => void takeBack(store) };
        void toast(words.done, { kind: 'ok', duration: 8000, action });
      });
  };
  // The list of a contract is that of its own quote, whatever the working copy gives up.
  const mayReprice = quote?.editable && typeof store.contract !== 'number';
  return (
    <section className="callout said" aria-label={words.label}>
      <p className="grow">{t(words.text, { day: day(list.day), until: day(list.until) })}</p>
      {mayReprice && (
        <button type="button" className="btn small" onClick={() => void ask()}>
          {words.reprice}
        </button>
      )}
      {today !== undefined && (
        <Dialog
          open
          title={words.reprice}
          onClose={() => setToday(undefined)}
          actions={
            <>
              <button type="button" className="btn" onClick={() => setToday(undefined)}>
                {kit.cancel}
              </button>
              <button type="button" className="btn primary" onClick={reprice}>
                {words.reprice}
              </button>
            </>
          }
        >
          {today ? (
            <>
              <p>{t(words.from, { from: money(today.from), to: money(today.to) })}</p>
              <Changes of={today.changes} />
            </>
          ) : (
            <p>{words.same}</p>
          )}
          <p>{t(words.final, { day: day(list.day) })}</p>
        </Dialog>
      )}
    </section>
  );
}
