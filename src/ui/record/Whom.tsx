import type { ReactNode } from 'react';

/** At the start of a record's head: whom and what it is about; below, its state or whether it is saved. */
export const Whom = ({ about, children }: { about: readonly string[]; children: ReactNode }) => (
  <div className="whom">
    <b title={about.join(' · ')}>
      {about.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </b>
    {children}
  </div>
);
