/** A report that is sent by itself, as a record with fields. */
import { weekdays } from '#domain/companies/hours-fields.ts';
import { REACH_LENGTH, type Fields, type Values, type Words } from '#domain/record/fields.ts';
import { keysOf } from '#domain/record/machine.ts';
import { reportFormats } from '../formats.ts';
import { periods } from '../periods.ts';
import type { Report } from '../report.ts';
import { reports, type ReportName } from '../reports.ts';

const all: readonly Report[] = Object.values(reports);

/** The words of what each report has of a kind; where two reports call one key differently, both words. */
function wordsOfAll(of: (report: Report) => Words): Words {
  const words: Record<string, string> = {};
  for (const report of all)
    for (const [key, label] of Object.entries(of(report)))
      words[key] = [...new Set([...(words[key]?.split(' / ') ?? []), label])].join(' / ');
  return words;
}

const groupWords = ({ groups }: Report): Words =>
  Object.fromEntries(keysOf(groups).map((key) => [key, `per ${groups[key]!.label}`]));

/** What may be chosen of one report, in its own words. */
export const choicesFor = (name: ReportName) => {
  const report: Report = reports[name];
  return { basis: report.bases, groupBy: groupWords(report), filter: report.only };
};

export const frequencies = { day: 'ogni giorno', week: 'ogni settimana', month: 'ogni mese' } as const;
export const MOST_USERS = 50;
export const MOST_ADDRESSES = 20;

export const automaticFields = {
  name: { label: 'Nome', kind: 'text', maxLength: 80, required: 'Dare un nome al rapporto' },
  report: {
    label: 'Che cosa',
    kind: 'choice',
    words: Object.fromEntries(keysOf(reports).map((key) => [key, reports[key].title])) as Record<ReportName, string>,
  },
  period: { label: 'Periodo', kind: 'choice', words: periods, default: 'last_month' },
  basis: { label: 'Per data di', kind: 'choice', words: wordsOfAll(({ bases }) => bases), default: 'signed' },
  groupBy: { label: 'Per', kind: 'choice', words: wordsOfAll(groupWords), default: 'place' },
  filter: { label: 'Solo', kind: 'choice', words: wordsOfAll(({ only }) => only), nullable: 'Tutte le righe' },
  locationId: { label: 'Sede', kind: 'lookup', nullable: 'Tutte', shown: 'location' },
  every: { label: 'Quando', kind: 'choice', words: frequencies },
  weekday: { label: 'Giorno', kind: 'choice', words: weekdays, when: { field: 'every', is: ['week'] }, nullable: true },
  monthday: {
    label: 'Giorno del mese',
    kind: 'number',
    min: 1,
    max: 31,
    when: { field: 'every', is: ['month'] },
    nullable: true,
    help: 'In un mese più corto, il suo ultimo giorno',
  },
  time: { label: 'Alle', kind: 'time', default: '07:00', help: 'Ora di Roma' },
  userIds: {
    label: 'Colleghi',
    kind: 'lookups',
    most: MOST_USERS,
    shown: 'users',
    help: 'Ognuno riceve ciò che i suoi diritti gli mostrano',
  },
  addresses: {
    label: 'Altri indirizzi',
    kind: 'rows',
    most: MOST_ADDRESSES,
    fields: {
      address: {
        label: 'E-mail',
        kind: 'text',
        maxLength: REACH_LENGTH,
        email: true,
        required: 'Inserire un indirizzo e-mail',
      },
    },
  },
  marginsOutside: {
    label: 'Anche i margini, agli altri indirizzi',
    short: 'Margini fuori',
    kind: 'flag',
  },
  format: { label: 'Come', kind: 'choice', words: reportFormats },
} as const satisfies Fields;
export type AutomaticInput = Values<typeof automaticFields>;
