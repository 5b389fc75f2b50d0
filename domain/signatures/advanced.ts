/** The advanced electronic signature: CAD artt. 20 and 21, DPCM 22 February 2013 artt. 55–57; a lawyer confirms the wording. */
import { documentKinds } from '../customers/terms.ts';

/** Years for which declaration, identity paper and evidence are kept (DPCM 22 February 2013, art. 57). */
export const ADVANCED_YEARS = 20;
export const ADVANCED_LAW = 'artt. 20 e 21 D.Lgs. 82/2005, artt. 55–57 DPCM 22 febbraio 2013';

const { other: _other, ...identifying } = documentKinds;
/** Papers by which a person is identified (DPR 445/2000, art. 35). */
export const identities = identifying;
export type Identity = keyof typeof identities;

/** What makes an acceptance count for a signature today. */
interface Accepted {
  phone: string;
  isRevoked: boolean;
  conditions: string;
}
interface Now {
  /** Whether the company offers it, and its conditions of today. */
  offered: boolean;
  conditions: string;
}

/** How the acceptance of a person stands. `outdated`: other conditions have come since. */
export const acceptanceStates = {
  valid: { label: 'Attiva', tone: 'ok' },
  outdated: { label: 'Condizioni cambiate', tone: 'warn' },
  revoked: { label: 'Revocata', tone: 'mute' },
  none: { label: 'Non attiva', tone: 'mute' },
} as const;
export type AcceptanceState = keyof typeof acceptanceStates;

export function acceptanceStateOf(accepted: Accepted | null, { conditions }: Pick<Now, 'conditions'>): AcceptanceState {
  if (accepted === null) return 'none';
  if (accepted.isRevoked) return 'revoked';
  return accepted.conditions === conditions ? 'valid' : 'outdated';
}

/**
 * Whether a signature by code is an advanced one: the company offers it, the signer has accepted the conditions of today
 * and has not revoked, and the code goes to the confirmed number.
 */
export const isAdvanced = (
  accepted: Accepted | null,
  now: Now,
  { channel, phone }: { channel: string; phone: string | null },
): boolean =>
  now.offered && acceptanceStateOf(accepted, now) === 'valid' && channel === 'sms' && phone === accepted?.phone;

/** The conditions with which a company begins, one a line; its lawyer writes its own. */
export const standardConditions = [
  'Servizio. La concessionaria offre per i propri documenti una firma elettronica avanzata (artt. 20 e 21 del D.Lgs. 82/2005, artt. 55–57 del DPCM 22 febbraio 2013). Aderire è facoltativo e gratuito: chi non aderisce firma su carta o con firma elettronica semplice.',
  'Identificazione. Chi aderisce è identificato di persona con un documento di riconoscimento valido, di cui la concessionaria conserva copia, e conferma un numero di cellulare che usa solo lui.',
  'Come si firma. Si legge il documento sulla propria pagina privata, se ne approvano le parti una per una e si conferma con un codice monouso di sei cifre, che arriva per SMS al cellulare confermato e vale dieci minuti. Il codice non va detto a nessuno, nemmeno al venditore.',
  'Prova. Il documento è fissato prima della firma e la sua impronta SHA-256 è sigillata: ogni modifica successiva si riconosce alla pagina /verifica. Chi firma riceve la copia con la pagina che dice chi ha firmato, che cosa, quando e come.',
  'Limiti d’uso. La firma vale tra chi firma e la concessionaria, per proposte, contratti di vendita e i loro allegati. Non serve per gli atti che la legge vuole in altra forma, come le formalità al Pubblico registro automobilistico.',
  'Custodia. Chi aderisce custodisce il cellulare e avvisa subito la concessionaria se lo perde o cambia numero.',
  'Conservazione. La concessionaria conserva per venti anni questa dichiarazione, la copia del documento di riconoscimento e le prove delle firme, e ne dà copia gratuita a chi la chiede.',
  'Revoca. L’adesione si revoca in ogni momento, dalla pagina privata o in concessionaria. I documenti già firmati restano firmati; quelli successivi si firmano con firma semplice o su carta.',
].join('\n');
