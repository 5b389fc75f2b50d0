/** What a registration agency does for a dealer. */
export const operations = {
  registration: 'Immatricolazione',
  retail: 'Passaggio di proprietà',
  b2b: 'Minivoltura',
  export: 'Radiazione per esportazione',
  scrapping: 'Radiazione per demolizione',
} as const;
export type Operation = keyof typeof operations;
