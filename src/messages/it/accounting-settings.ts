export const accountingSettings = {
  accountsExample: 'Un’auto in regime del margine va sul conto {account}, con il codice {code}.',
  journalsExample: 'Le fatture entrano nel registro {invoices}, gli incassi in {receipts}.',
} as const;
