/** What the manufacturer writes of a release, and of a notice. */
import type { Fields, Values } from '../record/fields.ts';
import { audienceFields } from './audience.ts';
import { HTML_HELP } from '../html.ts';

const title = { label: 'Titolo', kind: 'text', maxLength: 120, required: 'Dare un titolo' } as const;

export const releaseFields = {
  releaseNumber: {
    label: 'Numero',
    kind: 'text',
    maxLength: 20,
    pattern: /^\d{1,4}(\.\d{1,4}){0,3}$/,
    required: 'Indicare il numero',
    invalid: 'Un numero come 4.13.0',
  },
  releaseDate: { label: 'Visibile dal', kind: 'day', span: 'planned', required: 'Indicare il giorno' },
  endsOn: { label: 'Fino al', kind: 'day', span: 'planned', nullable: true, help: 'Vuoto: senza fine' },
  title,
  body: { label: 'Testo', kind: 'area', maxLength: 20_000, required: 'Scrivere il testo', help: HTML_HELP },
  ...audienceFields,
} as const satisfies Fields;
export type ReleaseInput = Values<typeof releaseFields>;

export const noticeFields = {
  title,
  color: { label: 'Colore', kind: 'colour', default: '#1d4ed8' },
  startsOn: { label: 'Visibile dal', kind: 'day', span: 'planned', required: 'Indicare il giorno' },
  startsTime: { label: 'Dalle', kind: 'time', default: '00:00' },
  endsOn: { label: 'Fino al', kind: 'day', span: 'planned', nullable: true, help: 'Vuoto: senza fine' },
  endsTime: { label: 'Alle', kind: 'time', default: '23:59' },
  body: { label: 'Testo', kind: 'area', maxLength: 5000, required: 'Scrivere il testo', help: HTML_HELP },
  ...audienceFields,
} as const satisfies Fields;
export type NoticeInput = Values<typeof noticeFields>;
