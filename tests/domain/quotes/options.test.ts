import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import { resolveOptions, toggle } from '#domain/quotes/sheet/options.ts';
import { aSheet } from '#tests/support/price-sheet.ts';
import { rounds } from '#tests/support/rounds.ts';

const sheet = aSheet();
const [white, blue, leather, roof, bars, sensors, camera, comfort, led, sport] = [
  1, 2, 4, 5, 6, 7, 8, 9, 10, 11,
] as const;
const ids = (selected: number[]) => resolveOptions(selected, sheet).options.map((option) => option.id);
const messages = (selected: number[]) =>
  resolveOptions(selected, sheet).issues.map(({ level, message }) => [level, message]);

describe('what a selection puts on the car', () => {
  test('a pack brings what it includes at no price, chosen or not', () => {
    const { options } = resolveOptions([comfort, sensors], sheet);
    expect(options.map(({ id, price, included }) => [id, price, included])).toEqual([[sensors, 0, true], [comfort, 900_00, false]]); // prettier-ignore
    expect(ids([comfort])).toEqual([sensors, comfort]);
  });

  test('an option within a pack meets what another option requires', () => {
    expect(messages([camera])).toEqual([['error', 'Telecamera a 360° richiede Sensori di parcheggio']]);
    expect(messages([camera, comfort])).toEqual([]);
  });

  test.each([
    [[roof, bars], 'Tetto panoramico non può stare con Barre portatutto'],
    [[white, blue], 'Bianco Neve non può stare con Blu Laguna metallizzato'],
    [[sport, led, 3], 'Tessuto grigio non può stare con Pelle nera'],
  ])('%j is refused', (selected, message) => {
    expect(messages(selected)).toEqual([['error', expect.stringContaining(message.split(' non ')[0]!)]]);
  });

  test('standard equipment costs nothing, whatever its price says', () => {
    const priced = aSheet({
      options: sheet.options.map((each) => (each.id === white ? { ...each, price: 300_00 } : each)),
    });
    expect(resolveOptions([white], priced).options.map((each) => each.price)).toEqual([0]);
  });

  test('an option that left the catalogue is a warning', () => {
    expect(messages([led, 999])).toEqual([['warning', expect.stringContaining('non è più a listino')]]);
    expect(ids([led, 999])).toEqual([led]);
  });
});

describe('a click', () => {
  test('takes the place of the colour there was', () => {
    expect(toggle([white, led], blue, sheet)).toEqual({ selected: [led, blue], added: [], removed: [white] });
  });

  test('brings what is required', () => {
    expect(toggle([], camera, sheet)).toEqual({ selected: [camera, sensors], added: [sensors], removed: [] });
    expect(toggle([comfort], camera, sheet)).toEqual({ selected: [comfort, camera], added: [], removed: [] });
  });

  test('removes what it excludes, whichever way the catalogue wrote it', () => {
    expect(toggle([bars], roof, sheet)).toEqual({ selected: [roof], added: [], removed: [bars] });
    expect(toggle([roof], bars, sheet)).toEqual({ selected: [bars], added: [], removed: [roof] });
  });

  test('on a pack takes over what was chosen by itself and its interior, and brings what it requires', () => {
    expect(toggle([3, white, sensors], sport, sheet)).toEqual({
      selected: [sensors, sport, led],
      added: [led, leather],
      removed: [3, white],
    });
    expect(toggle([sensors], comfort, sheet)).toEqual({ selected: [comfort], added: [], removed: [] });
  });

  test('another interior takes the pack away that includes one', () => {
    expect(toggle([sport, led], 3, sheet)).toEqual({ selected: [led, 3], added: [], removed: [sport, leather] });
  });

  test('away takes what required it along', () => {
    expect(toggle([camera, sensors], sensors, sheet)).toEqual({ selected: [], added: [], removed: [camera] });
    expect(toggle([comfort, camera], comfort, sheet)).toEqual({ selected: [], added: [], removed: [camera, sensors] });
  });

  test.each([
    ['what a pack includes', [comfort], sensors],
    ['an unknown option', [led], 999],
  ])('on %s changes nothing', (_, selected, id) => {
    expect(toggle(selected, id, sheet)).toEqual({ selected, added: [], removed: [] });
  });

  test('a click that the rules can never satisfy changes nothing', () => {
    const impossible = aSheet({
      rules: [
        { optionId: 5, kind: 'requires', otherId: 6 },
        { optionId: 6, kind: 'excludes', otherId: 5 },
      ],
    });
    expect(toggle([led], 5, impossible)).toEqual({ selected: [led], added: [], removed: [] });
  });

  test('a standard colour that is required comes back', () => {
    const picky = aSheet({ rules: [{ optionId: led, kind: 'requires', otherId: white }] });
    expect(resolveOptions([led], picky).issues).toEqual([]);
    expect(toggle([blue], led, picky)).toEqual({ selected: [led, white], added: [white], removed: [blue] });
  });
});

const anyCatalogue = fc
  .record({
    kinds: fc.array(fc.constantFrom('colour' as const, 'interior' as const, 'optional' as const, 'pack' as const), {
      minLength: 2,
      maxLength: 12,
    }),
    rules: fc.array(
      fc.record({
        optionId: fc.nat(12),
        kind: fc.constantFrom('requires' as const, 'excludes' as const, 'includes' as const),
        otherId: fc.nat(12),
      }),
      { maxLength: 14 },
    ),
  })
  .map(({ kinds, rules }): Pick<PriceSheet, 'options' | 'rules'> => ({
    options: kinds.map((kind, id) => ({
      id,
      code: `${id}`,
      name: `${id}`,
      kind,
      price: 100,
      standard: id % 4 === 0,
      colour: null,
    })),
    rules,
  }));

test('any clicks on any catalogue keep the selection right, and the second look finds nothing to mend', () => {
  fc.assert(
    fc.property(anyCatalogue, fc.array(fc.nat(13), { maxLength: 25 }), (catalogue, clicks) => {
      let selected: number[] = [];
      for (const id of clicks) {
        const step = toggle(selected, id, catalogue);
        const before = resolveOptions(selected, catalogue).options.map((option) => option.id);
        selected = step.selected;
        const after = resolveOptions(selected, catalogue);
        const on = after.options.map((option) => option.id);
        expect(after.issues).toEqual([]);
        expect(new Set(selected).size).toBe(selected.length);
        expect(step.added.filter((each) => !on.includes(each) || before.includes(each))).toEqual([]);
        expect(step.removed.filter((each) => on.includes(each) || !before.includes(each))).toEqual([]);
        if (on.includes(id) && !selected.includes(id))
          expect(toggle(selected, id, catalogue).selected).toEqual(selected);
      }
    }),
    { numRuns: rounds(500) },
  );
});
