import type { Fields } from '../fields.ts';

/** The data of a company on every document, and its look there. */
export const companyFields = {
  name: { label: 'Ragione sociale', kind: 'text', maxLength: 120, required: 'Inserire la ragione sociale' },
  vatNumber: { label: 'Partita IVA', kind: 'text', maxLength: 13 },
  address: { label: 'Indirizzo', kind: 'text', maxLength: 160 },
  cap: { label: 'CAP', kind: 'text', maxLength: 5, pattern: /^(\d{5})?$/, invalid: 'Inserire un CAP di 5 cifre' },
  city: { label: 'Città', kind: 'text', maxLength: 80 },
  /** The default province for IPT in new quotes. */
  province: {
    label: 'Provincia',
    kind: 'text',
    maxLength: 2,
    pattern: /^[A-Z]{2}$/,
    invalid: 'Scegliere la provincia',
  },
  phone: { label: 'Telefono', kind: 'text', phone: true, maxLength: 20 },
  email: { label: 'E-mail', kind: 'text', maxLength: 254 },
  /** Colour of titles and lines of the documents, `#rrggbb`. */
  colour: {
    label: 'Colore dei titoli',
    kind: 'colour',
    default: '#1f3f8f',
    help: 'Titoli e linee dei documenti: abbastanza scuro da leggersi.',
  },
  /** Background of important figures, `#rrggbb`. */
  accent: {
    label: 'Colore degli sfondi',
    kind: 'colour',
    default: '#e8edf7',
    help: 'Dietro i riquadri: abbastanza chiaro da scriverci sopra.',
  },
} as const satisfies Fields;
