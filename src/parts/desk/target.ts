/** How a target of the month stands on the dashboard. */
export interface TargetBar {
  label: string;
  /** To the rows that count. */
  href: string | undefined;
  done: string;
  of: string;
  /** In percent of the bar: what is done, and what is to be expected by today; null: nothing is. */
  at: number;
  mark: number | null;
  tone: 'ok' | 'warn' | 'bad';
  note: string;
  /** The bar of what was done a month before, in whose place it stands. */
  instead?: 'signed' | 'financed' | undefined;
}

/** What one seller has done this month, beside what is to be expected by today or what was done a month before. */
export interface SellerBar {
  href: string | undefined;
  seller: string;
  now: number;
  /** Where the mark stands; 0: nowhere. */
  mark: number;
  text: string;
  isLoss?: boolean;
}
