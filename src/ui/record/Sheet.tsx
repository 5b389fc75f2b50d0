import type { ReactNode } from 'react';
import './sheet.css';

/** Fields under one heading of the page. */
export interface FormPart {
  label: string;
  names: readonly string[];
}

/**
 * The page of a record that is saved as a whole: its form, the computed figures beside it, and its buttons always in
 * view.
 */
export function Sheet({
  title,
  actions,
  refused,
  beside,
  children,
}: {
  title: ReactNode;
  actions: ReactNode;
  /** Why the save was refused. */
  refused: ReactNode;
  beside: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="sheet">
      <div className="head">
        <h1>{title}</h1>
        <div className="sheet-actions">{actions}</div>
      </div>
      {refused}
      <div className="sheet-body">
        {children}
        <div className="sheet-beside">{beside}</div>
      </div>
    </div>
  );
}
