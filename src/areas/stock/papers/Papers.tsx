import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { day } from '#domain/italian.ts';
import { paperKinds } from '#domain/stock/paper-kinds.ts';
import type { CarPaper } from '#domain/stock/papers.ts';
import { papers as words } from '#site/messages/it/car-papers.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import type { PapersStore } from './papers.ts';
import { endingOf } from './ending.ts';

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
  return (
    <>
      {rows.length > 0 && (
        <ul className="papers">
          {rows.map((paper) => {
            const name = paperKinds[paper.kind];
            const ending = endingOf(paper.until, today, expiryDays);
            return (
              <li key={paper.id}>
                <span className="grow">
                  {mayChange ? (
                    <button type="button" className="link" onClick={() => setOpen(paper)}>
                      {name}
                    </button>
                  ) : (
                    name
                  )}{' '}
                  <small className="muted">{paper.note}</small>
                </span>
                {paper.until && (
                  <span>
                    {ending && <StateBadge tone={ending.tone}>{ending.label}</StateBadge>} {day(paper.until)}
                  </span>
                )}
                {paper.file && (
                  <a className="btn small" href={papers.scanOf(paper)} target="_blank" rel="noreferrer">
                    {words.open}
                    <span className="sr-only"> {name}</span>
                  </a>
                )}
              </li>
            );
          })}
        </ul>
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
