import { objectives } from '../contracts/terms.ts';
import { keysOf } from '../record/machine.ts';
import type { Fields, Values } from '../record/fields.ts';
import { saleChannels } from '../stock/terms.ts';
import { targetGates } from './target-gates.ts';
import { bandWays, bases, carBases, earners, saleKinds, subjects, triggers, variableTypes, type Subject } from './terms.ts'; // prettier-ignore

/** What is only counted: nobody says what a car taken in, or a rent, brings. */
const counted: readonly Subject[] = ['pickup', 'rent'];
const measured = keysOf(subjects).filter((subject) => !counted.includes(subject));

/** A rule of the company's commissions: whose and which sales it pays, when, and how much (rules.md §11). */
export const commissionRuleFields = {
  name: { label: 'Nome', kind: 'text', maxLength: 80, required: 'Inserire un nome' },
  subject: { label: 'Paga', kind: 'choice', words: subjects, default: 'car' },
  sale: { label: 'Vendite', kind: 'choice', words: saleKinds, nullable: 'Tutte' },
  earner: { label: 'A chi', kind: 'choice', words: earners, default: 'seller' },
  trigger: { label: 'Matura con il contratto', short: 'Matura', kind: 'choice', words: triggers, default: 'approved' },
  variable: { label: 'Durata', kind: 'choice', words: variableTypes, default: 'variable' },
  from: { label: 'Dal', kind: 'day', span: 'planned', required: 'Inserire il primo giorno' },
  to: { label: 'Al', kind: 'day', span: 'planned', nullable: 'Senza fine' },
  userId: { label: 'Persona', kind: 'lookup', nullable: 'Tutte', shown: 'user' },
  roleName: { label: 'Ruolo', kind: 'text', maxLength: 60, nullable: 'Tutti' },
  modelId: { label: 'Modello', kind: 'lookup', nullable: 'Tutti', shown: 'model' },
  basketId: { label: 'Paniere', kind: 'lookup', nullable: 'Nessuno', shown: 'basket' },
  makerId: { label: 'Marca', kind: 'lookup', nullable: 'Tutte', shown: 'maker' },
  locationId: { label: 'Sede', kind: 'lookup', nullable: 'Tutte', shown: 'location' },
  channel: { label: 'Canale', kind: 'choice', words: saleChannels, nullable: 'Tutti' },
  gate: {
    label: 'Solo con l’obiettivo',
    short: 'Obiettivo',
    kind: 'choice',
    words: objectives,
    nullable: 'Sempre',
    help: 'Il contratto deve averlo raggiunto',
  },
  target: {
    label: 'Solo con l’obiettivo del mese',
    short: 'Obiettivo del mese',
    kind: 'choice',
    words: targetGates,
    nullable: 'Sempre',
    help: 'Di chi vende, o della sede per un ruolo: paga le vendite del mese quando è raggiunto',
  },
  fixed: { label: 'Importo fisso', short: 'Fisso', kind: 'money', max: 10_000_00, help: 'Per auto, polizza, servizio' },
  basis: {
    label: 'Percentuale di',
    short: 'Base',
    kind: 'choice',
    words: bases,
    default: 'margin_second',
    when: { field: 'subject', is: measured },
    nullable: 'Nessuna',
  },
  bandsBy: {
    label: 'Fasce',
    kind: 'choice',
    words: bandWays,
    default: 'whole',
    help: 'Su tutta la base conta la fascia in cui cade; a scaglioni ogni fascia paga la sua parte',
  },
  bands: {
    label: 'Percentuali',
    kind: 'rows',
    most: 12,
    fields: {
      from: { label: 'Da', kind: 'money', max: 5_000_000_00 },
      percent: { label: '%', kind: 'percent', min: 0, max: 100, decimals: 2 },
    },
  },
  cap: { label: 'Al massimo', short: 'Massimo', kind: 'money', max: 100_000_00, nullable: 'Senza limite' },
  adds: {
    label: 'Si somma a regole altrettanto strette',
    short: 'Si somma',
    kind: 'flag',
    help: 'Tra più regole vale la più stretta; tra due uguali quella che comincia dopo, e quelle che si sommano',
  },
} as const satisfies Fields;
export type RuleInput = Values<typeof commissionRuleFields>;

/** What does not fit together in a rule: field → Italian sentence. */
export function ruleFaults(rule: RuleInput): Record<string, string> {
  const { variable, from, to, earner, roleName, userId, subject, basis, bands, fixed, cap } = rule;
  const faults: Record<string, string> = {};
  if (variable === 'tactic' && to === null) faults.to = 'Una tattica ha anche un ultimo giorno';
  if (to !== null && to < from) faults.to = 'L’ultimo giorno viene prima del primo';
  if (earner === 'role' && roleName === null) faults.roleName = 'Scegliere il ruolo che guadagna sulle sue sedi';
  if (userId !== null && roleName !== null) faults.roleName = 'Una persona o un ruolo, non tutti e due';
  if (bands.length > 0 && measured.includes(subject)) {
    if (basis === null) faults.basis = 'Scegliere di che cosa è la percentuale';
    else if ((subject === 'car') !== carBases.includes(basis))
      faults.basis = subject === 'car' ? 'Di un’auto: un margine o il ricavo' : 'Di questo: quanto rende o il netto';
  }
  if (bands.length > 0 && counted.includes(subject))
    faults.bands = `${subject === 'rent' ? 'Il noleggio' : 'Il ritiro'} paga un importo fisso per auto`;
  for (const [at, band] of bands.entries()) {
    if (at === 0 && band.from !== 0) faults['bands.0.from'] = 'La prima fascia comincia da 0';
    if (at > 0 && band.from <= bands[at - 1]!.from)
      faults[`bands.${at}.from`] = 'Ogni fascia comincia dopo quella di prima';
  }
  if (fixed === 0 && bands.every(({ percent }) => percent === 0)) faults.fixed = 'La regola non paga niente';
  if (cap !== null && cap < fixed) faults.cap = 'Il massimo è sotto l’importo fisso';
  return faults;
}
