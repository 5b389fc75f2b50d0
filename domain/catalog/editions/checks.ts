/** What is wrong with the catalogue as an edition would leave it. Pure. */
import { money } from '#domain/italian.ts';
import { valuesOfKey, type Catalogue, type Row } from './changes.ts';
import { DAY } from './day.ts';
import { MOST_IMAGES } from './tables.ts';

export interface Problem {
  /** One that blocks keeps the edition from being published. */
  blocks: boolean;
  code: 'price' | 'circle' | 'contradiction' | 'pack' | 'approval' | 'jump' | 'missing' | 'images';
  sentence: string;
  versionId: number | null;
  optionId: number | null;
  /** Whether the list in force has the same already: the edition does not bring it. */
  isOld: boolean;
}
type Found = Omit<Problem, 'isOld'>;

/** A price that changes by more than this part of itself is asked about. */
const JUMP = 0.3;
/** The most problems that are said at once, of those that are in force already and of the others. */
export const MOST_PROBLEMS = 200;

const isSold = ({ retiredOn }: Row): boolean => (retiredOn ?? null) === null;

interface Pair {
  optionId: number;
  otherId: number;
}

/**
 * The first way through these pairs that comes back to where it began, with its beginning at both ends; null: none.
 * It holds no stack of calls, so that thousands of options in a row are no worse than three.
 */
export function circleIn(pairs: readonly Pair[]): number[] | null {
  const next = new Map<number, number[]>();
  for (const { optionId, otherId } of pairs) next.set(optionId, [...(next.get(optionId) ?? []), otherId]);
  const done = new Set<number>();
  for (const start of next.keys()) {
    if (done.has(start)) continue;
    const way: number[] = [start];
    const on = new Set(way);
    const left = [[...next.get(start)!]];
    while (left.length > 0) {
      const to = left.at(-1)!.pop();
      if (to === undefined) {
        left.pop();
        const over = way.pop()!;
        on.delete(over);
        done.add(over);
      } else if (on.has(to)) return [...way.slice(way.indexOf(to)), to];
      else if (!done.has(to)) {
        way.push(to);
        on.add(to);
        left.push([...(next.get(to) ?? [])]);
      }
    }
  }
  return null;
}

/** What the checks of one version share. */
interface Seen {
  after: Catalogue;
  before: Catalogue;
  codeOf: (optionId: number) => string;
  /** Options on sale of each version, how many pictures it shows, and what each option includes: read once for all. */
  optionsOf: ReadonlyMap<number, ReadonlyMap<number, Row>>;
  imagesOf: ReadonlyMap<number, number>;
  partsOf: ReadonlyMap<number, readonly Pair[]>;
}

/** Options on sale of each version. */
function soldOptions({ versionOptions }: Catalogue): Map<number, Map<number, Row>> {
  const all = new Map<number, Map<number, Row>>();
  for (const [key, row] of versionOptions) {
    if (!isSold(row)) continue;
    const [versionId, optionId] = key.split(':').map(Number) as [number, number];
    const own = all.get(versionId) ?? new Map<number, Row>();
    all.set(versionId, own.set(optionId, row));
  }
  return all;
}

/** How many pictures each version shows. */
function shownImages({ versionImages }: Catalogue): Map<number, number> {
  const all = new Map<number, number>();
  for (const [key, { shown }] of versionImages) {
    const versionId = Number(key.split(':')[0]);
    if (shown) all.set(versionId, (all.get(versionId) ?? 0) + 1);
  }
  return all;
}

function ofPrice({ after, before }: Seen, key: string, named: string): Omit<Found, 'versionId' | 'optionId'>[] {
  const [now, then] = [after, before].map(
    ({ versionPrices, versionOptionPrices }) =>
      (versionPrices.get(key) ?? versionOptionPrices.get(key))?.price as number | undefined,
  );
  if (now === undefined) return [{ blocks: true, code: 'price', sentence: `${named}: senza prezzo` }];
  const isJump = then !== undefined && then > 0 && Math.abs(now - then) > then * JUMP;
  return isJump ? [{ blocks: false, code: 'jump', sentence: `${named}: da ${money(then)} a ${money(now)}` }] : [];
}

function ofVersion(id: number, version: Row, seen: Seen): Found[] {
  const { after, codeOf } = seen;
  const at = { versionId: id, optionId: null };
  const found: Found[] = ofPrice(seen, `${id}:${DAY}`, String(version.name)).map((one) => ({ ...one, ...at }));
  if (version.approval === '')
    found.push({ ...at, blocks: false, code: 'approval', sentence: `${version.name}: senza omologazione` });
  const shown = seen.imagesOf.get(id) ?? 0;
  if (shown > MOST_IMAGES)
    found.push({ ...at, blocks: true, code: 'images', sentence: `${version.name}: più di ${MOST_IMAGES} immagini` });
  if (shown === 0 && !seen.before.versions.has(String(id)))
    found.push({ ...at, blocks: false, code: 'images', sentence: `${version.name}: senza immagini` });
  if (version.fuel === 'bev' && version.co2 !== 0)
    found.push({ ...at, blocks: true, code: 'approval', sentence: `${version.name}: un’elettrica ha CO2 0` });
  const own = seen.optionsOf.get(id) ?? new Map<number, Row>();
  for (const [optionId, { standard }] of own)
    if (!standard)
      found.push(
        ...ofPrice(seen, `${id}:${optionId}:${DAY}`, `${version.name}, ${codeOf(optionId)}`).map((one) => ({
          ...one,
          versionId: id,
          optionId,
        })),
      );
  for (const [optionId, row] of own) {
    const parts = seen.partsOf.get(optionId) ?? [];
    const price = after.versionOptionPrices.get(`${id}:${optionId}:${DAY}`)?.price as number | undefined;
    if (row.standard || price === undefined || after.options.get(String(optionId))?.kind !== 'pack') continue;
    const missing = parts.filter(({ otherId }) => !own.has(otherId));
    const of = { blocks: false, code: 'pack' as const, versionId: id, optionId };
    if (parts.length === 0)
      found.push({ ...of, sentence: `${version.name}, ${codeOf(optionId)}: il pacchetto è vuoto` });
    if (missing.length > 0)
      found.push({
        ...of,
        sentence: `${version.name}, ${codeOf(optionId)}: comprende ${missing.map(({ otherId }) => codeOf(otherId)).join(', ')}, che la versione non ha`,
      });
    const sum = parts.reduce(
      (all, { otherId }) => all + ((after.versionOptionPrices.get(`${id}:${otherId}:${DAY}`)?.price as number) ?? 0),
      0,
    );
    if (parts.length > 0 && missing.length === 0 && price > sum)
      found.push({
        ...of,
        sentence: `${version.name}, ${codeOf(optionId)}: ${money(price)}, più della somma ${money(sum)}`,
      });
  }
  return found;
}

/** Rules that are in force, of all options of a catalogue. */
const rulesOf = ({ optionRules }: Catalogue) =>
  [...optionRules].flatMap(([key, row]) =>
    isSold(row) ? [valuesOfKey('optionRules', key) as { optionId: number; kind: string; otherId: number }] : [],
  );
const codesIn =
  ({ options }: Catalogue) =>
  (id: number): string =>
    String(options.get(String(id))?.code ?? id);

/** What is wrong with the rules between the options of a catalogue: one way round in a circle, and what is wanted and excluded. */
export function ruleProblems(after: Catalogue): Problem[] {
  const [rules, codeOf] = [rulesOf(after), codesIn(after)];
  const at = { blocks: true, versionId: null, isOld: false };
  const circle = circleIn(rules.filter(({ kind }) => kind !== 'excludes'));
  const shut = new Set(rules.filter(({ kind }) => kind === 'excludes').map((one) => `${one.optionId} ${one.otherId}`));
  return [
    ...(circle
      ? [
          {
            ...at,
            code: 'circle' as const,
            optionId: circle[0]!,
            sentence: `Giro di regole: ${circle.map(codeOf).join(', ')}`,
          },
        ]
      : []),
    ...rules
      .filter(
        ({ kind, optionId, otherId }) =>
          (kind !== 'excludes' && (shut.has(`${optionId} ${otherId}`) || shut.has(`${otherId} ${optionId}`))) ||
          (kind === 'excludes' && optionId === otherId),
      )
      .map(({ optionId, otherId }) => ({
        ...at,
        code: 'contradiction' as const,
        optionId,
        sentence:
          optionId === otherId
            ? `${codeOf(optionId)} esclude sé stesso`
            : `${codeOf(optionId)} vuole ed esclude ${codeOf(otherId)}`,
      })),
  ];
}

function ofVersions(before: Catalogue, after: Catalogue): Found[] {
  const seen = {
    before,
    after,
    codeOf: codesIn(after),
    optionsOf: soldOptions(after),
    imagesOf: shownImages(after),
    partsOf: Map.groupBy(
      rulesOf(after).filter(({ kind }) => kind === 'includes'),
      ({ optionId }) => optionId,
    ),
  };
  return [...after.versions].flatMap(([key, row]) => (row.published ? ofVersion(Number(key), row, seen) : []));
}

const nameOf = ({ code, versionId, optionId, sentence }: Found) => [code, versionId, optionId, sentence].join(' ');

/**
 * Problems of the versions on sale in `after`, the catalogue as the edition leaves it; `before`: as it is in force.
 * Prices are those of the day (keys that end with `day`).
 */
export function problemsOf(before: Catalogue, after: Catalogue): Problem[] {
  const then = new Set(ofVersions(before, before).map(nameOf));
  return ofVersions(before, after).map((one) => ({ ...one, isOld: then.has(nameOf(one)) }));
}

/** What blocks comes first, then what the edition brings, last what was there already. */
export const inOrder = (problems: readonly Problem[]): Problem[] => {
  const rank = ({ blocks, isOld }: Problem) => (blocks ? 0 : isOld ? 2 : 1);
  return problems.toSorted((one, other) => rank(one) - rank(other));
};
