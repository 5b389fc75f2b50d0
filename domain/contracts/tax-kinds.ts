/** What a document stands for whose sale nobody can read any more, as it was priced by a former program. */
export const UNREAD = 'unread';

/** What a part of a document is, by nature of the electronic invoice where it has one (rules.md §1). */
export const taxKinds = {
  taxed: 'Vendite con IVA',
  N5: 'Auto in regime del margine',
  N1: 'Anticipi in nome e per conto, art. 15',
  N4: 'Operazioni esenti',
  'N3.2': 'Cessioni UE',
  'N3.1': 'Esportazioni',
  aid: 'Contributi statali',
  [UNREAD]: 'Da ripartire',
} as const;
export type TaxKind = keyof typeof taxKinds;
