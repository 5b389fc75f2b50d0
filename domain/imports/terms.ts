import type { Tone } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import type { ImportKind } from './kinds.ts';

export interface Kind {
  /** Name of the kind in the history. */
  label: string;
  /**
   * Privileges for importing it and for seeing its imports: nobody may change by a file what they may not change by
   * hand.
   */
  privileges: readonly number[];
  /** Path of the list that shows the imported records. */
  path: string;
  /** The manufacturer’s: no dealer imports it, and the manufacturer nothing else. */
  isNational?: true;
}

/** The kinds of imports; the area says how columns are read (`imports` in its area.ts). */
export const importKinds = {
  customers: { label: 'Clienti', privileges: [p.manageCustomers], path: '/dealer/customers' },
  accessories: { label: 'Accessori', privileges: [p.manageAccessories], path: '/dealer/accessories' },
  tyres: { label: 'Pneumatici', privileges: [p.manageTyres], path: '/dealer/tyres' },
  services: { label: 'Servizi', privileges: [p.manageServices], path: '/dealer/services' },
  insurances: { label: 'Assicurazioni', privileges: [p.manageInsurances], path: '/dealer/insurances' },
  financials: { label: 'Finanziarie', privileges: [p.manageFinancials], path: '/dealer/financials' },
  'stock/new': { label: 'Stock nuovo', privileges: [p.manageStock], path: '/dealer/stock/new' },
  'stock/used': { label: 'Stock usato', privileges: [p.manageStock], path: '/dealer/stock/used' },
  users: { label: 'Utenti', privileges: [p.manageUsers], path: '/dealer/users' },
  contracts: {
    label: 'Contratti',
    privileges: [p.validateContracts, p.manageAllContracts],
    path: '/dealer/contracts',
  },
  'catalog/options': {
    label: 'Optional del listino',
    privileges: [p.managePreferences],
    path: '/fms/catalog',
    isNational: true,
  },
} as const satisfies Record<ImportKind, Kind>;

/** The page of an import. */
export const importPath = (kind: ImportKind, id: number): string =>
  kind === 'catalog/options' ? `/fms/catalog?import=${id}` : `/dealer/imports/${id}`;

/** How a file of text may be written, each byte or more a sign, by the name that is shown. */
export const encodingNames = ['UTF-8', 'cp1252', 'ISO-8859-15', 'CP850', 'CP858', 'MacRoman', 'cp1250'] as const;
export type EncodingName = (typeof encodingNames)[number];

export const importStates = {
  mapping: { label: 'Da completare', tone: 'info' },
  checking: { label: 'In verifica', tone: 'info' },
  ready: { label: 'Da confermare', tone: 'warn' },
  running: { label: 'In corso', tone: 'info' },
  stopped: { label: 'Fermata', tone: 'warn' },
  done: { label: 'Conclusa', tone: 'ok' },
  undoing: { label: 'In annullamento', tone: 'info' },
  undone: { label: 'Annullata', tone: 'mute' },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type ImportState = keyof typeof importStates;
export const importStateNames = Object.keys(importStates) as ImportState[];

/** Steps of an import: from which states, and why not from others. */
export const importSteps = {
  map: {
    from: ['mapping', 'checking', 'ready'],
    refused: 'L’importazione è già partita: le colonne non si cambiano più.',
  },
  check: { from: ['mapping', 'ready'], refused: 'L’importazione è già partita o in verifica.' },
  mend: { from: ['ready', 'done'], refused: 'Le righe si correggono dopo la verifica, o a importazione conclusa.' },
  remove: { from: ['mapping', 'ready'], refused: 'È già stata importata: si può annullare, non eliminare.' },
  start: { from: ['ready', 'stopped'], refused: 'L’importazione è già partita o non è ancora pronta.' },
  stop: { from: ['running', 'checking'], refused: 'L’importazione non è in corso.' },
  undo: { from: ['done', 'stopped'], refused: 'L’importazione non si può annullare ora.' },
} as const satisfies Record<string, { from: readonly ImportState[]; refused: string }>;

export type ImportStep = keyof typeof importSteps;
export const mayStep = (step: ImportStep, state: ImportState): boolean =>
  (importSteps[step].from as readonly ImportState[]).includes(state);

/** Whether a job is working on it: its page then asks again until it is finished. */
export const isAtWork = (state: ImportState): boolean => ['checking', 'running', 'undoing'].includes(state);

/** A column that has no field of its own: it becomes a line of the notes. Several columns can be one. */
export const NOTE = 'note+';
/** Values of a column among which meanings are chosen; a column with more is no column of words. */
export const MOST_VALUES = 200;
/** Rows of a group of faults shown at once. */
export const MOST_SHOWN = 50;

export const MOST_ROWS = 50_000;
export const MOST_COLUMNS = 200;
export const MOST_BYTES = 20_000_000;
/** Files with at most this many rows are read and written at once; others by a job. */
export const AT_ONCE = 500;
/**
 * Which rows of a file are shown beside the records: all, those that write, those that write nothing, those that an
 * earlier row of the file stands for, and records of no row.
 */
export const importResults = {
  all_imported: 'Tutte le righe del file',
  imported_and_save: 'Abbinate o nuove',
  imported_only: 'Solo nel file',
  joined: 'Doppie nel file',
  not_imported: 'Solo qui',
} as const;
export type ImportResult = keyof typeof importResults;
export const RESULTS_PAGE = 50;
/** How far one may go on in them. */
export const MOST_RESULTS = 10_000_000;

/** Days for which the rows of an import are kept, so that it can be undone. */
export const KEPT_DAYS = 30;
