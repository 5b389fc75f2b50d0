import { describe, expect, test } from 'vitest';
import { actionsOf } from '#domain/record/machine.ts';
import { rolePresets } from '#domain/roles.ts';
import { covers } from '#domain/record/rights.ts';
import { quoteRights } from '#domain/quotes/rights.ts';
import { discountFacts } from '#domain/quotes/approvals/caps.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { expiryOf, issueBlockers, quoteMachine, stateOn, type QuoteFacts } from '#domain/quotes/rules.ts';
import { aDraft, aSheet, aTradeIn, workedExample } from '#tests/support/price-sheet.ts';

const today = '2026-11-20';
const facts = (change: Partial<QuoteFacts> = {}): QuoteFacts => ({
  state: 'draft',
  expiresOn: null,
  superseded: false,
  sellerId: 7,
  ...change,
});
const issued = facts({ state: 'issued', expiresOn: '2026-11-28' });
const expired = facts({ state: 'issued', expiresOn: '2026-11-19' });

describe('rights to quotes', () => {
  test.each<[string, QuoteFacts, number[], boolean, string[]]>([
    ['creator on own draft', facts(), [13], true, ['issue', 'save', 'delete', 'duplicate']],
    ['creator on own issued quote', issued, [13], true, ['send', 'duplicate']],
    [
      'seller on own issued quote',
      issued,
      rolePresets.Venditore as number[],
      true,
      ['accept', 'close', 'send', 'revise', 'stage', 'duplicate'],
    ],
    ["seller on a colleague's draft", facts(), rolePresets.Venditore as number[], false, []],
    [
      'seller on own expired quote',
      expired,
      rolePresets.Venditore as number[],
      true,
      ['close', 'revise', 'stage', 'duplicate'],
    ],
    ['manager on any draft', facts(), [16], false, ['issue', 'save', 'delete', 'assign']],
    ['viewer of all', issued, [15], false, []],
    ['superseded', { ...issued, superseded: true }, [13, 14, 16, 29], true, ['duplicate']],
    ['converted', facts({ state: 'converted' }), [13, 14, 16, 29], true, ['duplicate']],
    ['closed', facts({ state: 'closed' }), [13, 14, 16, 29], true, ['reopen', 'duplicate']],
    ['nobody', facts(), [], true, []],
  ])('%s', (_, quote, held, isOwn, actions) => {
    expect(actionsOf(quoteMachine, quote, { id: isOwn ? 7 : 8, privileges: held, today })).toEqual(actions);
  });

  test('own quotes are seen with 13 or 14, others with 15 or 16', () => {
    const seen = (isOwn: boolean) =>
      Array.from({ length: 40 }, (_, i) => i + 1).filter((number) => covers(quoteRights.see, [number], isOwn));
    expect([seen(true), seen(false)]).toEqual([[13, 14, 15, 16], [15, 16]]); // prettier-ignore
  });
});

describe('states', () => {
  test('a quote issued today with 8 days is good through the last of them', () => {
    expect(expiryOf(today, 8)).toBe('2026-11-28');
    expect(stateOn(issued, '2026-11-28')).toBe('issued');
    expect(stateOn(issued, '2026-11-29')).toBe('expired');
    expect(stateOn({ ...issued, state: 'accepted' }, '2026-12-31')).toBe('accepted');
  });

  test('a lost quote comes back as issued, or as expired when its days are over', () => {
    const { to } = quoteMachine.moves.reopen;
    expect(stateOn({ ...issued, state: to }, today)).toBe('issued');
    expect(stateOn({ ...expired, state: to }, today)).toBe('expired');
  });

  test('only a contract leads out of what became one', () => {
    const out = Object.values(quoteMachine.moves).filter(({ from }) =>
      (from as readonly string[]).includes('converted'),
    );
    expect(out).toEqual([quoteMachine.moves.unconvert]);
  });
});

describe('a trade-in above its quotation is a discount', () => {
  const over = (standInValue: number | null, change = {}) =>
    aDraft({ tradeIns: [aTradeIn({ valuation: 6_500_00, standInValue })], ...change });
  const blocked = (draft: ReturnType<typeof aDraft>, approved = 0) => {
    const priced = price(draft, aSheet());
    const facts = discountFacts(draft, priced, 5);
    const approval = { state: 'granted' as const, facts: { ...facts, discount: approved } };
    return issueBlockers(priced, draft, { cap: 5, floor: null, approval: approved ? approval : null });
  };

  test('it counts against the cap: 5 % of 24,900 is 1,245', () => {
    expect(blocked(over(5_255_00))).toEqual([]);
    expect(blocked(over(5_254_00))).toMatchObject([
      { path: 'customDiscounts', message: expect.stringContaining('1.246,00') },
    ]);
    const with3 = { customDiscounts: [{ label: '', amount: null, percent: 3 }] };
    expect(blocked(over(6_002_00, with3))).toEqual([]);
    expect(blocked(over(5_990_00, with3))).toHaveLength(1);
  });

  test('one below its quotation makes room for nothing', () => {
    expect(discountFacts(over(9_000_00), price(over(9_000_00), aSheet()), 5).discount).toBe(0);
  });

  test('one without a quotation counts in full where the seller has a cap: it wants the quotation or a consent', () => {
    expect(discountFacts(over(null), price(over(null), aSheet()), 5).discount).toBe(6_500_00);
    expect(blocked(over(null))).toMatchObject([
      { path: 'customDiscounts', message: expect.stringContaining('6.500,00') },
    ]);
    expect(blocked(over(null), 6_500_00)).toEqual([]);
    expect(issueBlockers(price(over(null), aSheet()), over(null))).toEqual([]);
    const warned = price(over(null), aSheet({ discountCap: 5 })).issues;
    expect(warned).toContainEqual(expect.objectContaining({ level: 'warning', path: 'tradeIns.0.standInValue' }));
  });

  test('a company may ask for the quotation before anything is issued', () => {
    const { params } = aSheet();
    const asking = (draft: ReturnType<typeof aDraft>) =>
      issueBlockers(price(draft, aSheet({ params: { ...params, quotationRequired: true } })), draft).map(
        ({ path }) => path,
      );
    expect(asking(over(null))).toEqual(['tradeIns.0.standInValue']);
    expect(asking(over(6_500_00))).toEqual([]);
    expect(asking(aDraft({ tradeIns: [aTradeIn({ type: 'scrapping', valuation: 0 })] }))).toEqual([]);
  });

  test('an approval holds as far as it was granted', () => {
    expect(blocked(over(5_000_00), 1_500_00)).toEqual([]);
    expect(blocked(over(4_999_00), 1_500_00)).toHaveLength(1);
  });
});

describe('issues that block issuing', () => {
  const blockers = (change: Parameters<typeof aDraft>[0]) => {
    const draft = aDraft(change);
    return issueBlockers(price(draft, aSheet()), draft).map((issue) => issue.path);
  };

  test('the worked example can be issued', () => {
    expect(issueBlockers(price(workedExample.draft, workedExample.sheet), workedExample.draft)).toEqual([]);
  });

  test.each([
    [{ customer: null }, ['customer']],
    [{ province: 'ZZ' }, ['province']],
    [{ tradeIns: [aTradeIn({ plate: '', description: '' })] }, ['tradeIns.0.plate', 'tradeIns.0.description']],
    [{ optionIds: [8] }, ['optionIds']],
    [{ deposit: 99_999_00 }, ['deposit']],
    [{ deposit: 10_000_00 }, []],
    [{ tradeIns: [aTradeIn(), aTradeIn({ plate: ' gx-123 ab' })] }, ['tradeIns.1.plate']],
    [{ tradeIns: [aTradeIn(), aTradeIn({ plate: 'GX124AB' })] }, []],
    [{ tradeIns: [aTradeIn({ valuation: 500_000_01 })], refund: true }, ['tradeIns.0.valuation']],
    [{ tradeIns: [aTradeIn({ residualDebt: 500_000_01 })] }, ['tradeIns.0.residualDebt']],
    [{ tradeIns: [aTradeIn({ registeredOn: '2026-11-21' })] }, ['tradeIns.0.registeredOn']],
    [{ tradeIns: [aTradeIn({ registeredOn: '2026-11-20' })] }, []],
    [{ tradeIns: [aTradeIn({ km: 1_000_001 })] }, ['tradeIns.0.km']],
    [{ tradeIns: [aTradeIn({ plate: 'B-MW 1234 X' })] }, []],
  ])('%o: %j', (change, paths) => {
    expect(blockers(change)).toEqual(paths);
  });
});
