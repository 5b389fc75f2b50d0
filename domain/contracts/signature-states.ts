/** How far the signature of a contract is. */
export const signatureStates = {
  missing: 'Manca la firma',
  open: 'In attesa di firma',
  checking: 'Firma su carta da controllare',
  signed: 'Firmato',
  refused: 'Firma rifiutata',
} as const;
export type SignatureState = keyof typeof signatureStates;
