/** Words of valuations: the key is stored, the label is Italian (specification §3). */
import type { State } from '../record/machine.ts';

export const valuationStates = {
  open: { label: 'In valutazione', tone: 'info' },
  requested: { label: 'Dallo specialista', tone: 'warn' },
  offered: { label: 'Offerta', tone: 'ok' },
  expired: { label: 'Scaduta', tone: 'bad', of: 'offered', after: 'offerUntil' },
  taken: { label: 'Ritirata', tone: 'ok' },
  closed: { label: 'Non acquistata', tone: 'mute' },
} as const satisfies Record<string, State>;
export type ValuationState = keyof typeof valuationStates;

/** How a question to a specialist stands: not answered in time, or still to be answered. */
export const lateStates = {
  late: { label: 'In ritardo', tone: 'bad' },
  due: { label: 'Da dare', tone: 'warn' },
} as const satisfies Record<string, State>;

/** Evaluation sources (specification §3). */
export const sources = { EUR: 'Eurotax/Infocar', IND: 'Indicata' } as const;
export type Source = keyof typeof sources;

/** What a source is asked: which car has a plate, a value alone, or a value with adverts of the market. */
export const questions = { plate: 'Targa', simple: 'Semplice', advanced: 'Avanzata' } as const;
export type Question = keyof typeof questions;

export const servicings = {
  full: 'Tagliandi completi',
  partial: 'Tagliandi parziali',
  none: 'Senza tagliandi',
} as const;

/** Parts of the car on the map of damages, seen from above with the front at the top. */
export const places = {
  front: 'Paraurti anteriore',
  bonnet: 'Cofano',
  windscreen: 'Parabrezza',
  roof: 'Tetto',
  rearWindow: 'Lunotto',
  boot: 'Portellone',
  rear: 'Paraurti posteriore',
  frontLeft: 'Parafango ant. sinistro',
  doorFrontLeft: 'Porta ant. sinistra',
  doorRearLeft: 'Porta post. sinistra',
  rearLeft: 'Fiancata post. sinistra',
  frontRight: 'Parafango ant. destro',
  doorFrontRight: 'Porta ant. destra',
  doorRearRight: 'Porta post. destra',
  rearRight: 'Fiancata post. destra',
  wheelFrontLeft: 'Cerchio ant. sinistro',
  wheelFrontRight: 'Cerchio ant. destro',
  wheelRearLeft: 'Cerchio post. sinistro',
  wheelRearRight: 'Cerchio post. destro',
  inside: 'Interni',
  engine: 'Meccanica',
} as const;
export type Place = keyof typeof places;
