import type { ReactNode } from 'react';
import './form-page.css';

/** Fields under one heading of the page. */
export interface FormPart {
  label: string;
  names: readonly string[];
  /** Reads as a document until it is edited; this sentence stands in it while nothing is set. */
  read?: string;
}

/**
 * The page of a record that is saved as a whole: its form, the computed figures beside it, and its buttons always in
 * view.
 */
export function FormPage({
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
    <div className="form-page">
      <div className="head">
        <h1>{title}</h1>
        <div className="form-page-actions">{actions}</div>
      </div>
      {refused}
      <div className="form-page-body">
        {children}
        <div className="form-page-beside">{beside}</div>
      </div>
    </div>
  );
}
