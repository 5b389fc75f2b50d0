/** Customer types of the specification §3: private person, sole proprietor, company. */
export const customerTypes = ['private', 'vat', 'fleet'] as const;
export type CustomerType = (typeof customerTypes)[number];

/** Company legal forms of the specification §3. */
export const legalForms = ['ss', 'snc', 'sas', 'srl', 'srls', 'spa', 'sapa', 'sc'] as const;
