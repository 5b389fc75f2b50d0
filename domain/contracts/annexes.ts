/** The annexes of a sale beside its contract. */
import type { ContractFacts } from './facts.ts';

export const annexes = {
  confirmation: { label: 'Conferma d’ordine' },
  privacy: { label: 'Informativa privacy' },
  condition: { label: 'Scheda dello stato d’uso' },
  trade_in: { label: 'Dichiarazione sull’auto ritirata' },
  addendum: { label: 'Addendum di rivalutazione' },
  delivery: { label: 'Verbale di consegna' },
} as const;
export type Annex = keyof typeof annexes;

type Of = Pick<ContractFacts, 'kind' | 'agreedTradeIns' | 'tradeIns' | 'deliveryOn'> & { approvedOn: string | null };

/** Those that a contract can print now. */
export function annexesOf({ kind, agreedTradeIns, tradeIns, deliveryOn, approvedOn }: Of): Annex[] {
  const isRevalued = agreedTradeIns.some(({ valuation }, at) => (tradeIns[at]?.revaluation ?? valuation) !== valuation);
  const when: Record<Annex, boolean> = {
    confirmation: approvedOn !== null,
    privacy: true,
    condition: kind !== 'new',
    trade_in: agreedTradeIns.length > 0,
    addendum: isRevalued,
    delivery: deliveryOn !== null,
  };
  return (Object.keys(when) as Annex[]).filter((annex) => when[annex]);
}
