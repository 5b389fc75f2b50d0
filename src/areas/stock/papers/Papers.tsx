import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { lazy, useState } from 'react';
import type { CarPaper } from '#domain/stock/papers.ts';
import { papers as words } from '#site/messages/it/used-cars.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { PaperList } from './PaperList.tsx';
import type { PapersStore } from './papers.ts';

const PaperDialog = lazy(() => import('./PaperDialog.tsx'));

/** What the papers need of the page of their car, new or used. */
interface CarWithPapers {
  papers: PapersStore;
  $actions: ReadableAtom<readonly string[]>;
  today: string;
  terms: { expiryDays: number };
}

/** The papers of a car with their scans and last days, and the button to add one. */
export function Papers({ of: { papers, $actions, today, terms } }: { of: CarWithPapers }) {
  const mayChange = useStore($actions).includes('paper');
  const { expiryDays } = terms;
  const rows = useStore(papers.$rows);
  const [open, setOpen] = useState<CarPaper | 'new' | null>(null);
  const { area, params } = papers;
  return (
    <>
      {rows.length > 0 && (
        <PaperList
          rows={rows}
          today={today}
          expiryDays={expiryDays}
          of={{ area, params }}
          onOpen={mayChange ? (paper) => setOpen(paper) : undefined}
        />
      )}
      {mayChange && (
        <p>
          <button type="button" className="btn small" name="add-paper" onClick={() => setOpen('new')}>
            <Icon name="plus" size={16} /> {words.add}
          </button>
        </p>
      )}
      <OnDemand>
        {open && <PaperDialog paper={open === 'new' ? null : open} papers={papers} onClose={() => setOpen(null)} />}
      </OnDemand>
    </>
  );
}
