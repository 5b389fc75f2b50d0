import type { Tone } from '../machine.ts';
import { privileges as p } from '../privileges.ts';
import { importKindNames, type ImportKind } from './kinds.ts';

interface Kind {
  /** What is imported, as the history says it. */
  label: string;
  /** Who may import it, and sees who did: nobody changes by a file what they could not change by hand. */
  privileges: readonly number[];
  /** The list that shows what was imported. */
  path: string;
}

/** What can be imported; how its columns are read says the area (`imports` in its area.ts). */
export const importKinds = {
  customers: { label: 'Clienti', privileges: [p.manageCustomers], path: '/dealer/customers' },
  accessories: { label: 'Accessori', privileges: [p.manageAccessories], path: '/dealer/accessories' },
  tyres: { label: 'Pneumatici', privileges: [p.manageTyres], path: '/dealer/tyres' },
  services: { label: 'Servizi', privileges: [p.manageServices], path: '/dealer/services' },
  insurances: { label: 'Assicurazioni', privileges: [p.manageInsurances], path: '/dealer/insurances' },
  financials: { label: 'Finanziarie', privileges: [p.manageFinancials], path: '/dealer/financials' },
  'stock/new': { label: 'Stock nuovo', privileges: [p.manageStock], path: '/dealer/stock/new' },
  'stock/used': { label: 'Stock usato', privileges: [p.manageStock], path: '/dealer/stock/used' },
} as const satisfies Record<ImportKind, Kind>;

/** The kinds that who holds these privileges may import. */
export const kindsFor = (held: readonly number[]): ImportKind[] =>
  importKindNames.filter((kind) => importKinds[kind].privileges.some((number) => held.includes(number)));

/** Where an import stands. */
export const importStates = {
  mapping: { label: 'Colonne da abbinare', tone: 'warn' },
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

/** What may be done with an import, from which states, and why not from others. */
export const importSteps = {
  map: {
    from: ['mapping', 'checking', 'ready'],
    refused: 'L’importazione è già partita: le colonne non si cambiano più.',
  },
  start: { from: ['ready', 'stopped'], refused: 'L’importazione è già partita o non è ancora pronta.' },
  stop: { from: ['running', 'checking'], refused: 'L’importazione non è in corso.' },
  undo: { from: ['done', 'stopped'], refused: 'L’importazione non si può annullare ora.' },
} as const satisfies Record<string, { from: readonly ImportState[]; refused: string }>;

export type ImportStep = keyof typeof importSteps;
export const mayStep = (step: ImportStep, state: ImportState): boolean =>
  (importSteps[step].from as readonly ImportState[]).includes(state);

/** Somebody works on it without being asked: its page asks again until it is over. */
export const isAtWork = (state: ImportState): boolean => ['checking', 'running', 'undoing'].includes(state);

export const MOST_ROWS = 50_000;
export const MOST_COLUMNS = 200;
export const MOST_BYTES = 20_000_000;
/** Files with no more rows are read and written at once; others by a job. */
export const AT_ONCE = 500;
/** Days for which the rows of an import are kept, and it can be taken back. */
export const KEPT_DAYS = 30;
