import { useStore } from '@nanostores/react';
import { customerTypeWords } from '#domain/customers/terms.ts';
import { customer as words } from '#site/messages/it/customer-record.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { RecordContext } from '#site/ui/record/context.ts';
import { SaveBadge } from '#site/ui/record/SaveBadge.tsx';
import { Whom } from '#site/ui/record/Whom.tsx';
import { setArchived } from './archive.ts';
import { createCustomer, CustomerContext, useAbout, useCustomer, useCustomerNow, type CustomerProps } from './store.ts';

const hide = { popoverTarget: 'customer-more', popoverTargetAction: 'hide' } as const;

/** What the top bar holds for a customer: who it is, whether all is saved, what can be done. */
export function Head() {
  const store = useCustomer();
  const { id, archived, erasedAt, mayChange } = useCustomerNow();
  const { type } = useStore(store.$value);
  const { manage, quote, quotes } = store.may;
  return (
    <>
      <Whom about={useAbout()}>
        <span className="saved">
          <StateBadge tone="info">{customerTypeWords[type]}</StateBadge>
          {archived && <StateBadge tone="mute">{erasedAt ? words.erasedState : words.archivedState}</StateBadge>}
          {mayChange && !archived && <SaveBadge />}
        </span>
      </Whom>
      <button type="button" className="icon" popoverTarget="customer-more" aria-label={words.more}>
        <Icon name="ellipsis" />
      </button>
      <div id="customer-more" className="menu-list" popover="auto">
        {quotes && <a href={`/dealer/quotes/retail?customerId=${id}`}>{words.quotes}</a>}
        {manage && !erasedAt && (
          <button type="button" {...hide} onClick={() => void setArchived(store, !archived)}>
            {archived ? words.restore : words.archive}
          </button>
        )}
        <a href="/dealer/customers">{words.list}</a>
      </div>
      {quote && !archived && (
        <a className="btn primary" href={`/quotation?customer=${id}`}>
          {words.quote}
        </a>
      )}
    </>
  );
}

/** The same on the server, in its place in the top bar; the island takes it over. */
export function StaticHead(props: CustomerProps) {
  const store = createCustomer(props);
  return (
    <RecordContext value={store}>
      <CustomerContext value={store}>
        <Head />
      </CustomerContext>
    </RecordContext>
  );
}
