import { describe, expect, test } from 'vitest';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { issueBlockers } from '#domain/quotes/rules.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { aChoice, aDraft, aSheet, aTradeIn } from '#tests/support/price-sheet.ts';

const sheet = aSheet();
/** 26,334.03 keys in hand. */
const { keysInHand } = price(aDraft(), sheet);
const blockers = (draft: QuoteDraft) => issueBlockers(price(draft, sheet), draft);
const plain = (text = '') => text.replaceAll('\u00a0', ' ');

describe('a balance below zero blocks issuing, with the cause at its field and what mends it (rules.md §3, 1)', () => {
  test('the financing: one press lowers it, and the quote can be issued', () => {
    const draft = aDraft({ deposit: 6_934_03, financing: aChoice({ amount: 20_000_00 }) });
    expect(price(draft, sheet).balance).toBe(-600_00);
    const [blocker, ...others] = blockers(draft);
    expect(others).toEqual([]);
    expect([blocker!.path, plain(blocker!.remedy?.label)]).toEqual([
      'financing.amount',
      'Riduci il finanziato di 600,00 €',
    ]);
    const mended = { ...draft, ...blocker!.remedy!.change };
    expect(price(mended, sheet)).toMatchObject({ balance: 0, financed: 19_400_00 });
    expect(blockers(mended)).toEqual([]);
  });

  test('the deposit, where nothing is financed', () => {
    const draft = aDraft({ deposit: keysInHand + 50_00 });
    const [blocker] = blockers(draft);
    expect([blocker!.path, plain(blocker!.remedy?.label)]).toEqual(['deposit', 'Riduci l’anticipo di 50,00 €']);
    expect(price({ ...draft, ...blocker!.remedy!.change }, sheet).balance).toBe(0);
  });

  test('a trade-in worth more than everything leaves money to the customer only as an agreed refund, without a deposit', () => {
    const draft = aDraft({ tradeIns: [aTradeIn({ valuation: keysInHand + 1_000_00 })] });
    const [blocker] = blockers(draft);
    expect([blocker!.path, plain(blocker!.remedy?.label)]).toEqual(['refund', 'Rimborsa 1.000,00 € al cliente']);
    const agreed = { ...draft, ...blocker!.remedy!.change };
    expect(blockers(agreed)).toEqual([]);
    expect(price(agreed, sheet).rows.at(-1)).toMatchObject({ label: 'Rimborso al cliente', amount: -1_000_00 });
    const asked = blockers({ ...agreed, deposit: 500_00 });
    expect(asked.map(({ path, message }) => [path, message])).toEqual([
      ['deposit', 'Con un rimborso al cliente non si chiede un anticipo'],
    ]);
  });

  test('whatever is wrong, the presses lead to a quote that can be issued', () => {
    let draft = aDraft({
      deposit: 9_000_00,
      financing: aChoice({ amount: 5_000_00 }),
      tradeIns: [aTradeIn({ valuation: 27_000_00 })],
    });
    const press = (before: typeof draft) => ({
      ...before,
      ...blockers(before).find((blocker) => blocker.remedy)?.remedy?.change,
    });
    draft = press(press(press(press(draft))));
    expect(blockers(draft)).toEqual([]);
    expect(draft).toMatchObject({ deposit: 0, financing: null, refund: true });
  });

  test('a plan beside it may not finance more than there is to pay either', () => {
    const draft = aDraft({ deposit: 10_000_00, alternatives: [aChoice({ amount: 20_000_00 })] });
    const [blocker] = blockers(draft);
    expect(blocker!.path).toBe('alternatives.0.amount');
    expect(blockers({ ...draft, ...blocker!.remedy!.change })).toEqual([]);
  });
});
