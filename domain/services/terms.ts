/** Words of services: the key is stored, the label is Italian. */

/** Kinds of services; contract objectives of specification §3 count some of them. */
export const serviceKinds = {
  ext_warranty: 'Estensione di garanzia',
  prepaid_maintenance: 'Manutenzione prepagata',
  roadside_assistance: 'Assistenza stradale',
  registration: 'Pratiche di immatricolazione',
  protection: 'Protezione della carrozzeria',
  other: 'Altro servizio',
} as const;

/** Providers: services of the dealer and of the maker are two sections of a quote (specification §3). */
export const serviceProviders = { dealer: 'Concessionaria', maker: 'Casa' } as const;

/** Reasons why a service has no VAT (rules.md §1). */
export const taxNatures = {
  N4: 'N4 · esente (art. 10)',
  N1: 'N1 · esclusa, in nome e per conto (art. 15)',
} as const;

/** Kinds of quotes in which it can be sold. */
export const serviceUsages = { new: 'Nuovo', used: 'Usato', b2b: 'B2B' } as const;
