import { useStore } from '@nanostores/react';
import { outgrownB2b, pastFacts, pastLines } from '#domain/quotes/b2b/lines.ts';
import { percentGiven } from '#domain/quotes/caps.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { Consent, type Reason } from '#site/areas/quotes/builder/Consent.tsx';
import { useB2b } from './store.ts';

/** Prices past what may be given alone, beneath the cars. */
export function B2bApproval() {
  const store = useB2b();
  const quote = useStore(store.$quote);
  const draft = useStore(store.$draft);
  const sheet = useStore(store.$sheet);
  const editable = useStore(store.$editable);
  const past = pastLines(draft, sheet);
  const customerId = draft.customer?.id ?? null;
  const asked = sheet.approval;
  const holds = asked !== null && outgrownB2b(asked, past, customerId) === null;
  if ((quote && quote.state !== 'draft') || (past.length === 0 && !holds)) return null;
  // Who answers for prices alone is warned at each car; what a colleague asked is for them to decide.
  if (sheet.mayExceed && !holds) return null;
  const ask = async (body: Reason, key: string) => {
    if (!(await store.autosave.flush())) return null;
    const { id, version } = store.$quote.get()!;
    return (await call('POST /quotes/b2b/:id/approvals', { params: { id }, version, body, key })).sheet.approval;
  };
  return (
    <Consent
      asked={asked}
      holds={holds}
      given={percentGiven(pastFacts(past, customerId))}
      past={t(words.past, { n: past.length })}
      mayAsk={editable && past.length > 0 && !sheet.mayExceed}
      actor={{ ...store.user, today: store.today }}
      onAsk={ask}
      onChange={(approval) => store.$sheet.set({ ...store.$sheet.get(), approval })}
    />
  );
}
