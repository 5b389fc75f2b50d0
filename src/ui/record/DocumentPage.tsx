import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useAbout } from './context.ts';
import { useHead } from './useHead.ts';
import './document.css';

/** A finished record: nothing to fill in, it reads as a document. Head in the top bar, at the right what comes next and what happened. */
export function DocumentPage({ head, children, aside }: { head: ReactNode; children: ReactNode; aside: ReactNode }) {
  const title = useAbout().join(' · ');
  const place = useHead(title);
  return (
    <article className="document">
      <h1>{title}</h1>
      <div className="document-body">{children}</div>
      <div className="document-aside no-print">{aside}</div>
      {place && createPortal(head, place)}
    </article>
  );
}
