import type { ReactNode } from 'react';
import './sheet.css';

/** Fields that stand together on a page, under one heading. */
export interface FormPart {
  label: string;
  names: readonly string[];
}

/** The page of a record that is saved as a whole: its form, what is computed of it beside, its buttons always in view. */
export function Sheet({
  title,
  actions,
  refused,
  beside,
  children,
}: {
  title: ReactNode;
  actions: ReactNode;
  /** Why it was not saved. */
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
