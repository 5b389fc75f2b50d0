/** Words of claims: the key is stored, the label is Italian. */
import { addDays } from '#domain/dates.ts';
import type { State } from '#domain/record/machine.ts';
import { payers, typeWords } from '#domain/quotes/campaigns/terms.ts';

export const claimStates = {
  due: { label: 'Da chiedere', tone: 'warn' },
  claimed: { label: 'Chiesto', tone: 'info' },
  credited: { label: 'Accreditato', tone: 'ok' },
  refused: { label: 'Rifiutato', tone: 'bad' },
  void: { label: 'Non si chiede', tone: 'mute' },
  owed_back: { label: 'Da restituire', tone: 'bad' },
  returned: { label: 'Restituito', tone: 'mute' },
} as const satisfies Record<string, State>;
export type ClaimState = keyof typeof claimStates;

/** Within how many days the manufacturer answers what is claimed of it (rules.md §17, 3). */
const ANSWER_DAYS = 30;
/** The last day on which a claim of this day is answered in time. */
export const answerBy = (claimedOn: string): string => addDays(claimedOn, ANSWER_DAYS);

/** What a claim is for: an incentive of the sale, a used car's warranty, or whatever else somebody owes for it. */
export const claimKinds = { incentive: 'Incentivo', warranty: 'Garanzia', other: 'Altro' } as const;
export type ClaimKind = keyof typeof claimKinds;

/** What people claim by hand; claims of incentives come from the contract. */
export const handKinds = { warranty: claimKinds.warranty, other: claimKinds.other } as const;

/** Who pays it; a warranty may be insured. */
export const claimPayers = {
  maker: payers.maker,
  state: payers.state,
  financial: payers.financial,
  insurer: 'Assicuratore',
  dealer: payers.dealer,
} as const;
export type ClaimPayer = keyof typeof claimPayers;

/** Types of incentives, and what is claimed for a warranty. */
export const claimTypes = {
  ...typeWords,
  engine: 'Motore e cambio',
  electric: 'Impianto elettrico',
  body: 'Carrozzeria e interni',
  assistance: 'Soccorso e auto sostitutiva',
  other: 'Altro',
} as const;
/** What people say of a claim by hand. */
export const handTypes = {
  engine: claimTypes.engine,
  electric: claimTypes.electric,
  body: claimTypes.body,
  assistance: claimTypes.assistance,
  other: claimTypes.other,
} as const;

export const refusals = {
  late: 'Chiesto dopo la scadenza',
  proof: 'Prova mancante o non valida',
  conditions: 'Condizioni della campagna non rispettate',
  duplicate: 'Già chiesto',
  other: 'Altro',
} as const;

/** The contract's states in which its claims are made: it is approved, and goes on. */
export const claimingStates = ['approved', 'billed', 'completed'] as const;
