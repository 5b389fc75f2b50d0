import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '#tests/support/rounds.ts';
import { proposalsFor, type Waiting } from '#domain/accesses/turns.ts';
import { nextOf, turnsOnArrival, type Candidate, type Wanted } from '#domain/rotation.ts';

const seller = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  turns: 0,
  lastAt: null,
  languages: [],
  makerIds: [],
  ...more,
});
const anybody: Wanted = { ownSellerId: null, language: null, makerId: null };

describe('rotation', () => {
  test('10,000 visits: those who are there equally differ by one at most, and nobody pays for own customers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.infiniteStream(fc.nat(999)), (count, chance) => {
        const dice = () => chance.next().value as number;
        const sellers = Array.from({ length: count }, (_, at) =>
          seller(at + 1, { languages: at % 3 === 0 ? ['en'] : [], makerIds: at % 4 === 3 ? [7] : [] }),
        );
        // The later half comes and goes together, the others stay.
        const stays = Math.ceil(count / 2);
        let present = sellers.slice(0, stays);
        const taken = new Map<number, number>();
        for (let visit = 0; visit < 10_000; visit += 1) {
          if (dice() < 5) {
            const late = sellers.slice(stays);
            if (present.length === count) present = sellers.slice(0, stays);
            else {
              for (const one of late) one.turns = turnsOnArrival(one.turns, sellers.slice(0, stays));
              present = [...present, ...late];
            }
          }
          const kind = dice();
          const wanted: Wanted = {
            ownSellerId: kind < 200 ? (dice() % count) + 1 : null,
            language: kind >= 200 && kind < 250 ? 'en' : null,
            makerId: kind >= 250 && kind < 300 ? 7 : kind >= 300 && kind < 350 ? 8 : null,
          };
          const next = nextOf(present, wanted)!;
          const one = sellers[next.id - 1]!;
          expect(present).toContain(one);
          if (next.by !== 'turn') continue;
          one.turns += 1;
          one.lastAt = visit;
          taken.set(one.id, (taken.get(one.id) ?? 0) + 1);
        }
        const spread = (some: Candidate[]) => {
          const turns = some.map(({ id }) => taken.get(id) ?? 0);
          return Math.max(0, ...turns) - Math.min(Infinity, ...turns);
        };
        expect(spread(sellers.slice(0, stays))).toBeLessThanOrEqual(1);
        expect(spread(sellers.slice(stays))).toBeLessThanOrEqual(1);
      }),
      { numRuns: rounds(2) },
    );
  });

  test('a returning customer goes to the own seller, whosever turn it is', () => {
    const free = [seller(1), seller(2, { turns: 9, lastAt: 5 })];
    expect(nextOf(free, { ...anybody, ownSellerId: 2 })).toEqual({ id: 2, by: 'own' });
    expect(nextOf(free, { ...anybody, ownSellerId: 3 })).toEqual({ id: 1, by: 'turn' });
  });

  test('a language comes before a maker, and both before the turn; a wish that nobody meets is let go', () => {
    const free = [
      seller(1, { makerIds: [8] }),
      seller(2, { makerIds: [7] }),
      seller(3, { languages: ['de'], makerIds: [8] }),
    ];
    expect(nextOf(free, { ...anybody, language: 'de', makerId: 7 })).toEqual({ id: 3, by: 'language' });
    expect(nextOf(free, { ...anybody, makerId: 7 })).toEqual({ id: 2, by: 'maker' });
    expect(nextOf(free, { ...anybody, language: 'fr', makerId: 9 })).toEqual({ id: 1, by: 'turn' });
  });

  test('each of those who wait has one seller at most, own customers and languages theirs, and the late ones anybody', () => {
    const visits = fc.array(
      fc.record({
        ownSellerId: fc.option(fc.integer({ min: 1, max: 6 })),
        language: fc.option(fc.constantFrom('de', 'en')),
        late: fc.boolean(),
        refusedBy: fc.subarray([1, 2, 3]),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(visits, fc.subarray([1, 2, 3, 4, 5, 6]), (some, free) => {
        const waiting = some.map((one, id): Waiting & { late: boolean } => ({ ...one, id, makerId: null }));
        const candidates = free.map((id) => seller(id, { languages: id % 2 ? ['de'] : [] }));
        const found = proposalsFor(waiting, candidates, new Set([1, 2, 3, 4, 5, 6]), ({ late }) => late);
        const given = [...found.values()].flatMap((one) => one?.sellerId ?? []);
        expect(new Set(given).size).toBe(given.length);
        const idle = free.filter((id) => !given.includes(id));
        for (const one of waiting) {
          const sellerId = found.get(one.id)?.sellerId;
          // Nobody takes the own seller of another, unless they wait too long.
          const owners = waiting.filter(
            (other) => other.ownSellerId === sellerId && !other.refusedBy.includes(sellerId!),
          );
          if (sellerId !== undefined && !one.late && owners.length > 0) expect(owners).toContain(one);
          if (sellerId === undefined && one.late) expect(idle.every((id) => one.refusedBy.includes(id))).toBe(true);
          if (sellerId !== undefined) expect(free).toContain(sellerId);
        }
      }),
    );
  });

  test('the seller who waits for longest comes first among equals; when nobody is free the visit waits', () => {
    expect(nextOf([seller(1, { lastAt: 9 }), seller(2, { lastAt: 4 })], anybody)?.id).toBe(2);
    expect(nextOf([], anybody)).toBeNull();
  });

  test('a seller who comes late is not flooded, one who comes back early is not favoured', () => {
    const others = [{ turns: 6 }, { turns: 5 }];
    expect(turnsOnArrival(0, others)).toBe(5);
    expect(turnsOnArrival(8, others)).toBe(8);
    expect(turnsOnArrival(0, [])).toBe(0);
  });
});
