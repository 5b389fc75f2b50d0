import type { ReactNode } from 'react';

/** A card of an issued document with its title. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
