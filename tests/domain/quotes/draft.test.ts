import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparedFields, draftFacts, readDraft, storedDraft } from '#domain/quotes/draft.ts';
import { quoteDraft } from '#domain/quotes/schema.ts';
import { blankOf } from '#domain/record/fields.ts';
import { quoteFields } from '#domain/quotes/fields.ts';
import { estimateFields } from '#domain/valuations/estimate-fields.ts';
import { readStored } from '#domain/record/stored.ts';
import { aDraft, aSheet } from '#tests/support/price-sheet.ts';

const full = aDraft({
  province: 'GE',
  optionIds: [1],
  deposit: 100,
  lowIncome: true,
  notes: 'Con calma',
  customer: { id: 7, name: 'Mario Rossi', type: 'private' },
  tradeIns: [
    {
      type: 'barter' as const,
      plate: 'GH001AA',
      description: 'Una vecchia',
      km: 90_000,
      registeredOn: null,
      euroClass: 4,
      valuation: 500_000,
      residualDebt: 0,
      ownedSince: null,
      standInValue: null,
      estimate: { ...blankOf(estimateFields), base: 600_000, damages: ['dent' as const] },
    },
  ],
  customDiscounts: [{ label: 'Fedeltà', amount: null, percent: 2.5 }],
});
const paths = Object.keys(full) as (keyof typeof full)[];

describe('a stored draft', () => {
  test('reads as what was stored', () => {
    expect(readDraft(JSON.parse(JSON.stringify(storedDraft(full))))).toEqual(full);
  });

  test('a draft of any age opens: what it lacks starts blank, what nobody knows any more is left out', () => {
    fc.assert(
      fc.property(fc.subarray(paths), fc.dictionary(fc.string(), fc.jsonValue()), (gone, extra) => {
        const rest = Object.fromEntries(Object.entries(full).filter(([key]) => !gone.includes(key as never)));
        const read = readDraft({ ...extra, ...rest });
        const blank = blankOf(quoteFields);
        for (const key of paths)
          if (!gone.includes(key)) expect(read[key]).toEqual(full[key]);
          else if (!Object.hasOwn(extra, key)) expect(read[key]).toEqual(blank[key]);
        expect(Object.keys(read).sort()).toEqual(Object.keys(quoteFields).sort());
        if (!gone.includes('province')) expect(quoteDraft.safeParse(read).success).toBe(true);
      }),
    );
  });

  test('any JSON becomes a draft by type, in its rows too', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (json, inner) => {
        const read = readDraft({ tradeIns: [inner], financing: inner, customer: inner, ...(json as object) });
        expect(Array.isArray(read.optionIds) && Array.isArray(read.tradeIns)).toBe(true);
        for (const car of read.tradeIns) expect(typeof car.valuation).toBe('number');
        if (read.financing) expect(typeof read.financing.months).toBe('number');
      }),
    );
  });

  test('a draft of an older shape is upgraded from where it stands', () => {
    const fields = { euro: { label: 'Importo', kind: 'money' } } as const;
    const upgrades = [
      (old: Record<string, unknown>) => ({ amount: old.lire }),
      (old: Record<string, unknown>) => ({ euro: Number(old.amount) * 100 }),
    ];
    expect(readStored(fields, { lire: 5 }, upgrades)).toEqual({ euro: 500 });
    expect(readStored(fields, { format: 1, amount: 7 }, upgrades)).toEqual({ euro: 700 });
    expect(readStored(fields, { format: 2, euro: 9 }, upgrades)).toEqual({ euro: 9 });
  });
});

test('a draft says each of its fields in words, for the activity and for who compares two versions', () => {
  const facts = draftFacts(full, aSheet());
  expect(facts).toMatchObject({
    customer: 'Mario Rossi',
    deposit: 100,
    lowIncome: true,
    notes: 'Con calma',
    financing: null,
    tradeIns: ['Permuta GH001AA Una vecchia 90.000\u00a0km 5.000,00\u00a0€'],
    customDiscounts: ['Fedeltà 2,50\u00a0%'],
  });
  expect(Object.keys(facts)).toEqual(comparedFields.map(({ fact }) => fact));
});
