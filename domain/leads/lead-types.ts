/** What a lead is for (specification §3). */
export const leadTypes = {
  sales: 'Vendita',
  sales_fleet: 'Vendita flotte',
  rent: 'Noleggio a lungo termine',
  short_rent: 'Noleggio a breve termine',
  service: 'Assistenza',
  insurance: 'Assicurazione',
  other: 'Altro',
} as const;
export type LeadType = keyof typeof leadTypes;
