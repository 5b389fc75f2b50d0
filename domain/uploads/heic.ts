/** Advice for a HEIC photo, which most programs cannot read. */
export const HEIC_REFUSED =
  'È una foto HEIC, che non si può leggere: sull’iPhone scegliere Impostazioni › Fotocamera › Formati › Più compatibile, o esportarla come JPEG';
