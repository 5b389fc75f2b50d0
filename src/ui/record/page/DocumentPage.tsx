import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useAbout } from '../store/context.ts';
import { useHead } from './useHead.ts';
import './document.css';

/** A card of a document with its title. */
export const DocumentPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** A finished record, shown as a document: the head in the top bar, and at the right the next steps and the history. */
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
