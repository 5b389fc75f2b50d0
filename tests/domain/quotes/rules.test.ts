import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/dates.ts';
import { rolePresets } from '#domain/privileges.ts';
import { price } from '#domain/quotes/pricing.ts';
import {
  expiryOf,
  issueBlockers,
  maySeeQuote,
  quoteActions,
  quoteNumber,
  stateOn,
  transitions,
  type QuoteFacts,
} from '#domain/quotes/rules.ts';
import { quoteStates, type QuoteState } from '#domain/quotes/terms.ts';
import { aDraft, aSheet, aTradeIn, workedExample } from '#tests/support/sheet.ts';

const today = '2026-11-20';
const facts = (change: Partial<QuoteFacts> = {}): QuoteFacts => ({
  state: 'draft',
  expiresOn: null,
  superseded: false,
  ...change,
});
const issued = facts({ state: 'issued', expiresOn: '2026-11-28' });
const expired = facts({ state: 'issued', expiresOn: '2026-11-19' });

describe('who may do what', () => {
  test.each<[string, QuoteFacts, number[], boolean, string[]]>([
    ['creator on own draft', facts(), [13], true, ['save', 'issue', 'delete', 'duplicate']],
    ['creator on own issued quote', issued, [13], true, ['duplicate']],
    [
      'seller on own issued quote',
      issued,
      rolePresets.Venditore as number[],
      true,
      ['accept', 'convert', 'close', 'revise', 'duplicate'],
    ],
    ["seller on a colleague's draft", facts(), rolePresets.Venditore as number[], false, []],
    ['seller on own expired quote', expired, rolePresets.Venditore as number[], true, ['close', 'revise', 'duplicate']],
    ['manager on any draft', facts(), [16], false, ['save', 'issue', 'delete']],
    ['viewer of all', issued, [15], false, []],
    ['superseded', { ...issued, superseded: true }, [13, 14, 16, 29], true, ['duplicate']],
    ['converted', facts({ state: 'converted' }), [13, 14, 16, 29], true, ['duplicate']],
    ['closed', facts({ state: 'closed' }), [13, 14, 16, 29], true, ['duplicate']],
    ['nobody', facts(), [], true, []],
  ])('%s', (_, quote, held, isOwn, actions) => {
    expect(quoteActions(quote, held, isOwn, today)).toEqual(actions);
  });

  test('own quotes are seen with 13 or 14, others with 15 or 16', () => {
    const seen = (isOwn: boolean) =>
      Array.from({ length: 40 }, (_, i) => i + 1).filter((number) => maySeeQuote([number], isOwn));
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

  test('only the listed edges are reachable, whatever is done in whatever order', () => {
    const edges = new Set([
      'draft→issued', 'issued→accepted', 'issued→converted', 'accepted→converted',
      'issued→closed', 'accepted→closed', 'expired→closed', 'issued→expired',
    ]); // prettier-ignore
    const step = fc.record({
      action: fc.constantFrom(...(Object.keys(transitions) as (keyof typeof transitions)[])),
      days: fc.nat(6),
      held: fc.subarray([13, 14, 15, 16, 27, 29]),
      isOwn: fc.boolean(),
    });
    const walked = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let quote = facts();
        let day = today;
        for (const { action, days, held, isOwn } of steps) {
          const before: QuoteState = stateOn(quote, day);
          day = addDays(day, days);
          const now = stateOn(quote, day);
          if (now !== before) walked.add(`${before}→${now}`);
          if (!quoteActions(quote, held, isOwn, day).includes(action)) continue;
          quote = facts({
            state: transitions[action].to,
            expiresOn: action === 'issue' ? expiryOf(day, 8) : quote.expiresOn,
          });
          walked.add(`${now}→${stateOn(quote, day)}`);
        }
      }),
      { numRuns: 3_000 },
    );
    expect([...walked].filter((edge) => !edges.has(edge))).toEqual([]);
    expect([...edges].filter((edge) => !walked.has(edge))).toEqual([]);
  });

  test('converted and closed are the end', () => {
    const left = Object.values(transitions).flatMap((each) => each.from as readonly QuoteState[]);
    expect(quoteStates.filter((state) => !left.includes(state))).toEqual(['converted', 'closed']);
  });
});

test('numbers are P-AAAA-NNNNNN', () => {
  expect(quoteNumber(2026, 123)).toBe('P-2026-000123');
  expect(quoteNumber(2026, 1_234_567)).toBe('P-2026-1234567');
});

describe('what blocks issuing', () => {
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
    [{ deposit: 99_999_00 }, []],
    [{ tradeIns: [aTradeIn({ plate: 'B-MW 1234 X' })] }, []],
  ])('%o: %j', (change, paths) => {
    expect(blockers(change)).toEqual(paths);
  });
});
