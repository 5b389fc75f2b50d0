import { money } from '#domain/italian.ts';
import type { Issue } from './priced.ts';
import type { QuoteDraft } from '../schema.ts';

/** The parts of a balance, in cents; `left` is the amount to pay before deposit and financing. */
interface Paid {
  left: number;
  deposit: number;
  financed: number;
  balance: number;
}

/** The financing reduced by `cents`; null when nothing of it would be left. */
const lowered = ({ financing }: QuoteDraft, financed: number, cents: number): QuoteDraft['financing'] =>
  financing && financed > cents ? { ...financing, amount: financed - cents } : null;

/**
 * Why a balance below zero prevents a quote from being issued, at the field that causes it and with a remedy. A
 * negative balance is allowed only when trade-ins are worth more than everything due: as an agreed refund, without a
 * deposit (rules.md §3, 1).
 */
export function balanceIssues(draft: QuoteDraft, { left, deposit, financed, balance }: Paid): Issue[] {
  if (!(balance < 0)) return [];
  const error = (path: string, message: string, remedy?: NonNullable<Issue['remedy']>): Issue[] => [
    { level: 'error', path, message, ...(remedy && { remedy }) },
  ];
  const over = money(-balance);
  if (financed > 0) {
    const less = Math.min(-balance, financed);
    return error('financing.amount', `Il finanziato supera di ${over} quanto resta da pagare`, {
      label: `Riduci il finanziato di ${money(less)}`,
      change: { financing: lowered(draft, financed, less) },
    });
  }
  if (deposit > 0) {
    const less = Math.min(-balance, deposit);
    const message =
      left < 0
        ? 'Con un rimborso al cliente non si chiede un anticipo'
        : `L’anticipo supera di ${over} quanto resta da pagare`;
    return error('deposit', message, {
      label: `Riduci l’anticipo di ${money(less)}`,
      change: { deposit: deposit - less },
    });
  }
  if (draft.refund) return [];
  return error('refund', `L’usato vale ${over} più di quanto è dovuto`, {
    label: `Rimborsa ${over} al cliente`,
    change: { refund: true },
  });
}

/** Checks alternatives like the chosen financing: none may finance more than there is to pay. */
export function alternativeIssues(draft: QuoteDraft, left: number): Issue[] {
  return draft.alternatives.flatMap((choice, i): Issue[] => {
    const over = (choice.amount ?? 0) - Math.max(0, left);
    if (!(over > 0) || left <= 0) return [];
    const alternatives = draft.alternatives.map((one, at) => (at === i ? { ...one, amount: null } : one));
    const path = `alternatives.${i}.amount`;
    const message = `Il finanziato supera di ${money(over)} quanto resta da pagare`;
    return [{ level: 'error', path, message, remedy: { label: 'Finanzia quanto resta', change: { alternatives } } }];
  });
}
