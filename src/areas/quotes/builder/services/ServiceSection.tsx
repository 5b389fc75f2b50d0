import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Section } from '#site/ui/record/page/Section.tsx';
import { ServiceDocument } from '../documents.tsx';
import { Items } from './Items.tsx';
import { useBuilder, useDraft } from '../store.ts';
import { WarrantyChoice } from './WarrantyChoice.tsx';

const places = {
  services: { list: 'services', ids: 'serviceIds', toggle: 'toggleService' },
  makerServices: { list: 'makerServices', ids: 'makerServiceIds', toggle: 'toggleMakerService' },
} as const;
/** Longer lists are folded. */
const MOST_OPEN = 20;

/** Services of the dealer or of the maker, with their prices for this car. */
export function ServiceSection({ name }: { name: keyof typeof places }) {
  const store = useBuilder();
  const { list, ids, toggle } = places[name];
  const { [list]: all, used } = useStore(store.$sheet);
  const chosen = useDraft(ids)[ids];
  const quote = useStore(store.$quote);
  const [open, setOpen] = useState(chosen.length > 0);
  const items = <Items items={all} chosen={chosen} onToggle={store[toggle]} />;
  return (
    <Section name={name} document={<ServiceDocument name={name} />}>
      {name === 'services' && used && <WarrantyChoice car={used} />}
      {name === 'services' && used?.gone && (
        <p>
          <a className="btn" href={`/quotation/used${quote ? `?from=${quote.id}` : ''}`}>
            {words.services.another}
          </a>
        </p>
      )}
      {all.length === 0 && <p className="muted">{words.services[name]}</p>}
      {all.length > MOST_OPEN ? (
        <details className="choices" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            {words.services.all} <small>({all.length})</small>
          </summary>
          {items}
        </details>
      ) : (
        all.length > 0 && <div className="choices">{items}</div>
      )}
    </Section>
  );
}
