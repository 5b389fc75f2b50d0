/** What of a customer's car ends, of which a company may remind them. */
export const expiries = {
  inspection: 'Revisione',
  policy: 'Assicurazione',
  plan: 'Fine del piano (TCM)',
} as const;
export type Expiry = keyof typeof expiries;
