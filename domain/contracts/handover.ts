/** What a car wants before it is handed over, and how far its registration is. */
import type { States } from '../record/machine.ts';

export const handoverParts = {
  plate: 'Targa',
  policy: 'Polizza',
  balance: 'Saldo',
  car: 'Auto pronta',
  trade_in: 'Carte dell’usato',
} as const;
export type HandoverPart = keyof typeof handoverParts;

/** What is prepared of every car, whatever it is sold with. */
export const readyWith = ['washed', 'checked', 'plated', 'documents'] as const;

/** Documents that a car taken in comes with: the one of its registration, and one by which it leaves its owner. */
export const tradeInDocuments = {
  registration: ['registration', 'ownership'],
  transfer: ['deed_of_sale', 'mini_transfer', 'scrapping'],
} as const;

/** The request that an agency registers a new car. */
export const registrationStates = {
  none: { label: 'Non serve', tone: 'mute' },
  open: { label: 'Da chiedere', tone: 'warn' },
  asked: { label: 'Chiesta', tone: 'info' },
  done: { label: 'Immatricolata', tone: 'ok' },
} as const satisfies States;

/** Each part of a handover: there, missing, or of no concern to this sale. */
export function handoverOf({
  handover,
  insured,
  takenIn,
}: {
  handover: readonly HandoverPart[];
  insured: boolean;
  takenIn: number;
}) {
  const concerns: Partial<Record<HandoverPart, boolean>> = { policy: insured, trade_in: takenIn > 0 };
  return (Object.keys(handoverParts) as HandoverPart[]).map((part) => ({
    part,
    state: handover.includes(part)
      ? ('lacks' as const)
      : concerns[part] === false
        ? ('none' as const)
        : ('done' as const),
  }));
}
