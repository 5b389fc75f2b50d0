/** A row of the list of statements, which is the pay list as a spreadsheet. */
import type { RowFields } from '../record/row.ts';
import { statementStates } from './statement.ts';

export const statementRowFields = {
  user: { label: 'Persona', kind: 'text', ordered: true, of: 'person.name' },
  payrollNumber: { label: 'Matricola', kind: 'text', of: 'person.payrollNumber' },
  /** By its first day. */
  month: { label: 'Mese', kind: 'day', ordered: true, filter: ['from', 'to'] },
  state: { label: 'Stato', kind: 'state', states: statementStates, ordered: true, filter: true },
  lines: { label: 'Righe', kind: 'number' },
  earned: { label: 'Maturato', kind: 'money' },
  taken: { label: 'Storni', kind: 'money' },
  carried: { label: 'Debito da prima', kind: 'money' },
  due: { label: 'Da liquidare', kind: 'money' },
  paidOn: { label: 'Pagato il', kind: 'day', nullable: true, ordered: true },
  userId: { kind: 'number' },
  /** Somebody disputes one of its lines. */
  disputed: { kind: 'flag' },
  updatedAt: { kind: 'instant', ordered: true },
} as const satisfies RowFields;
