import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState, type MouseEvent } from 'react';
import type { CarPaper } from '#domain/stock/papers.ts';
import { papers as words } from '#site/messages/it/used-cars.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { pressed, standing } from '#site/ui/standing.tsx';
import type { PapersStore } from './papers.ts';

const load = () => import('./PaperList.tsx');
const PaperList = standing(load, import.meta.env.SSR ? (await load()).default : null);
const PaperDialog = lazy(() => import('./PaperDialog.tsx'));

interface Props {
  papers: PapersStore;
  mayChange: boolean;
  today: string;
  expiryDays: number;
}

/** The papers of a car with their scans: what there is, until when, and one more. */
export function Papers({ papers, mayChange, today, expiryDays }: Props) {
  const rows = useStore(papers.$rows);
  const [open, setOpen] = useState<CarPaper | 'new' | null>(null);
  const { area, params } = papers;
  /** Also in the list that the server drew. */
  const press = (event: MouseEvent) => {
    const id = pressed(event);
    setOpen((now) => rows.find((paper) => paper.id === id) ?? now);
  };
  return (
    <>
      {rows.length > 0 && (
        <div onClickCapture={press}>
          <PaperList rows={rows} mayChange={mayChange} today={today} expiryDays={expiryDays} of={{ area, params }} />
        </div>
      )}
      {mayChange && (
        <p>
          <button type="button" className="btn small" name="add-paper" onClick={() => setOpen('new')}>
            <Icon name="plus" size={16} /> {words.add}
          </button>
        </p>
      )}
      <Suspense>
        {open && <PaperDialog paper={open === 'new' ? null : open} papers={papers} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
