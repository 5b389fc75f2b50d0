import { useStore } from '@nanostores/react';
import { customerTypeWords } from '#domain/customers/terms.ts';
import { customer as words } from '#site/messages/it/customers.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { RecordContext } from '#site/ui/record/context.ts';
import { HeadMenu } from '#site/ui/record/HeadMenu.tsx';
import { SaveBadge } from '#site/ui/record/SaveBadge.tsx';
import { Whom } from '#site/ui/record/Whom.tsx';
import { setArchived } from './archive.ts';
import { createCustomer, CustomerContext, useAbout, useCustomer, useCustomerNow, type CustomerProps } from './store.ts';

/** What the top bar holds for a customer: who it is, whether all is saved, what can be done. */
export function Head() {
  const store = useCustomer();
  const { id, archived, erasedAt, mayChange } = useCustomerNow();
  const { type } = useStore(store.$value);
  const { manage, quote, quotes } = store.may;
  const archiving = archived ? words.restore : words.archive;
  return (
    <>
      <Whom about={useAbout()}>
        <span className="saved">
          <StateBadge tone="info">{customerTypeWords[type]}</StateBadge>
          {archived && <StateBadge tone="mute">{erasedAt ? words.erasedState : words.archivedState}</StateBadge>}
          {mayChange && !archived && <SaveBadge />}
        </span>
      </Whom>
      <HeadMenu
        id="customer-more"
        label={words.more}
        steps={[
          ...(quotes ? [{ name: 'quotes', label: words.quotes, href: `/dealer/quotes/retail?customerId=${id}` }] : []),
          ...(manage && !erasedAt
            ? [{ name: 'archive', label: archiving, run: () => setArchived(store, !archived) }]
            : []),
          { name: 'list', label: words.list, href: '/dealer/customers' },
        ]}
      />
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
