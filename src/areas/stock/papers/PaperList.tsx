import { day } from '#domain/italian.ts';
import { paperKinds } from '#domain/stock/paper-kinds.ts';
import type { CarPaper } from '#domain/stock/papers.ts';
import { apiPath } from '#site/lib/call.ts';
import { papers as words } from '#site/messages/it/used-cars.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { endingOf } from './ending.ts';
import type { PapersStore } from './papers.ts';

/** The papers of a car with their last days. With `onOpen` they can be pressed. */
export function PaperList({
  rows,
  of: { area, params },
  today,
  expiryDays,
  onOpen,
}: {
  rows: readonly CarPaper[];
  of: Pick<PapersStore, 'area' | 'params'>;
  today: string;
  expiryDays: number;
  onOpen: ((paper: CarPaper) => void) | undefined;
}) {
  const scanOf = (paperId: number) => apiPath(`GET ${area}/:paperId/scan`, { params: { ...params, paperId } });
  return (
    <ul className="papers">
      {rows.map((paper) => {
        const name = paperKinds[paper.kind];
        const ending = endingOf(paper.until, today, expiryDays);
        return (
          <li key={paper.id}>
            <span className="grow">
              {onOpen ? (
                <button type="button" className="link" onClick={() => onOpen(paper)}>
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
              <a className="btn small" href={scanOf(paper.id)} target="_blank" rel="noreferrer">
                {words.open}
                <span className="sr-only"> {name}</span>
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
