/**
 * Kinds of papers of new and used cars that can be scanned (rules.md §16); a car's ticks name those that it needs,
 * and things such as keys.
 */
export const paperKinds = {
  registration: 'Documento Unico o libretto',
  property: 'Certificato di proprietà (CdP)',
  transfer: 'Certificato di minivoltura',
  invoice: 'Fattura o atto di acquisto',
  mandate: 'Mandato a vendere',
  coc: 'Certificato di conformità (CoC)',
  inspection: 'Referto di revisione',
  road_tax: 'Ricevuta del bollo',
  maintenance: 'Libretto dei tagliandi',
  warranty: 'Certificato di garanzia',
  other: 'Altro',
} as const;
export type PaperKind = keyof typeof paperKinds;
