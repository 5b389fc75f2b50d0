/** Stages of negotiations: whose they are, how they end, how long they last. */

/** The records that are in a stage, beside their states. */
export const stagedWords = { quote: 'Preventivi', lead: 'Lead' } as const;
export type Staged = keyof typeof stagedWords;

/** What a stage says of the negotiation. One that ends it follows from the record's state and is never chosen. */
export const stageOutcomes = { open: 'In corso', won: 'Vinta', lost: 'Persa' } as const;
export type StageOutcome = keyof typeof stageOutcomes;

/** The most stages that are offered for one kind of records. */
export const MOST_STAGES = 20;

/** States, as the network hears of them, in which a negotiation goes on. */
export const openStates = {
  quote: ['issued', 'accepted'],
  lead: ['to_handle', 'in_progress', 'negotiation'],
} as const satisfies Record<Staged, readonly string[]>;

/** Days in a stage, up to and with the last one of each band; null: without end. */
export const ageBands = [
  { label: '0–7', to: 7 },
  { label: '8–14', to: 14 },
  { label: '15–30', to: 30 },
  { label: '31–60', to: 60 },
  { label: 'oltre 60', to: null },
] as const;

/** A negotiation that has been longer in its stage stands still: days. */
export const STILL_DAYS = 30;

/** The most days in a stage by which negotiations are asked for. */
export const MOST_STAGE_DAYS = 9999;

/** By what open negotiations are counted. */
export const countedBy = { company: 'Concessionaria', model: 'Modello', province: 'Provincia' } as const;
export type CountedBy = keyof typeof countedBy;

/** The most characters of why a stage was chosen. */
export const MOST_STAGE_REASON = 300;
