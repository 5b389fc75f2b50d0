/** The annexes of a sale beside its contract. */
import type { ContractFacts } from './facts.ts';
import { raisedCars } from './revaluation.ts';

export const annexes = {
  confirmation: { label: 'Conferma d’ordine' },
  privacy: { label: 'Informativa privacy' },
  condition: { label: 'Scheda dello stato d’uso' },
  trade_in: { label: 'Dichiarazione sull’auto ritirata' },
  addendum: { label: 'Addendum di rivalutazione' },
  delivery: { label: 'Verbale di consegna' },
} as const;
export type Annex = keyof typeof annexes;

type Valued = Pick<ContractFacts, 'agreedTradeIns' | 'tradeIns'>;

/** Cars taken in whose value is another one than was agreed, with the new one in cents and why. */
export const revaluedCars = ({ agreedTradeIns, tradeIns }: Valued) =>
  agreedTradeIns.flatMap((car, at) => {
    const { revaluation = null, revaluationReason: reason = '' } = tradeIns[at] ?? {};
    return revaluation === null || revaluation === car.valuation ? [] : [{ car, revaluation, reason }];
  });

type Of = Valued & Pick<ContractFacts, 'kind' | 'deliveryOn' | 'validatedValues'> & { approvedOn: string | null };

/** Those that a contract can print now. */
export function annexesOf(of: Of): Annex[] {
  const { kind, agreedTradeIns, deliveryOn, approvedOn } = of;
  const when: Record<Annex, boolean> = {
    confirmation: approvedOn !== null,
    privacy: true,
    condition: kind !== 'new',
    trade_in: agreedTradeIns.length > 0,
    addendum: revaluedCars(of).length > 0 && raisedCars(of).length === 0,
    delivery: deliveryOn !== null,
  };
  return (Object.keys(when) as Annex[]).filter((annex) => when[annex]);
}
