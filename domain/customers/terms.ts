/** Customer types of specification §3: private person, sole proprietor, company. */
export const customerTypes = ['private', 'vat', 'fleet'] as const;
export type CustomerType = (typeof customerTypes)[number];

export const customerTypeWords: Readonly<Record<CustomerType, string>> = {
  private: 'Privato',
  vat: 'Ditta individuale',
  fleet: 'Società',
};

/** Company legal forms of the specification §3. */
export const legalForms = ['ss', 'snc', 'sas', 'srl', 'srls', 'spa', 'sapa', 'sc'] as const;

export const legalFormWords: Readonly<Record<(typeof legalForms)[number], string>> = {
  ss: 'Società semplice',
  snc: 'S.n.c.',
  sas: 'S.a.s.',
  srl: 'S.r.l.',
  srls: 'S.r.l.s.',
  spa: 'S.p.A.',
  sapa: 'S.a.p.a.',
  sc: 'Società cooperativa',
};

export const sexWords = { M: 'Maschio', F: 'Femmina' } as const;

export const documentKinds = {
  identity_card: 'Carta d’identità',
  driving_licence: 'Patente',
  passport: 'Passaporto',
  residence_permit: 'Permesso di soggiorno',
  other: 'Altro documento',
} as const;

/** Days before the expiry of a document or inspection from which it is announced. */
export const SOON = 60;
