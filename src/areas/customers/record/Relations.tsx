import { useStore } from '@nanostores/react';
import { lazy, useState } from 'react';
import { relationWords } from '#domain/customers/relations.ts';
import type { Relation } from '#domain/customers/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { customer as words } from '#site/messages/it/customers.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { Section } from '#site/ui/record/page/Section.tsx';
import { toast } from '#site/ui/toast.ts';
import { useCustomer, useCustomerNow } from './store.ts';

const RelationDialog = lazy(() => import('./RelationDialog.tsx'));

/** Relatives, or the people of a company; each links to their page. */
export function Relations() {
  const { $relations } = useCustomer();
  const { id, mayChange, archived } = useCustomerNow();
  const relations = useStore($relations);
  const [open, setOpen] = useState(false);
  const changes = mayChange && !archived;
  const remove = async ({ id: relationId, other }: Relation) => {
    try {
      await call('DELETE /customers/:id/relations/:relationId', { params: { id, relationId } });
      $relations.set($relations.get().filter((one) => one.id !== relationId));
      void toast(t(words.unrelated, { other }), { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  const list =
    relations.length === 0 ? (
      <p className="muted">{words.noRelations}</p>
    ) : (
      <ul className="relations">
        {relations.map((one) => (
          <li key={one.id}>
            <span>
              <span className="muted">{relationWords[one.kind]}</span>{' '}
              <a className="link" href={`/dealer/customers/${one.otherId}`}>
                {one.other}
              </a>{' '}
              <small className="muted">{one.note}</small>
            </span>
            {changes && (
              <button
                type="button"
                className="icon"
                aria-label={t(words.unrelate, { other: one.other })}
                onClick={() => void remove(one)}
              >
                <Icon name="x" size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
    );
  return (
    <Section
      name="relations"
      document={list}
      aside={
        <button type="button" className="btn small" onClick={() => setOpen(true)}>
          <Icon name="plus" size={16} /> {words.relate}
        </button>
      }
    >
      {list}
      <OnDemand>{open && <RelationDialog onClose={() => setOpen(false)} />}</OnDemand>
    </Section>
  );
}
