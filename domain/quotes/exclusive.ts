/**
 * What a quote may contain only once: an RCA, a policy that another one contains, a credit protection for the same
 * risk, a service of a group (domain.md §5.1, 22).
 */
import type { Issue } from './priced.ts';
import type { InsuranceTariff, PriceSheet, QuoteDraft, ServiceItem } from './schema.ts';

type Tariff = Pick<InsuranceTariff, 'id' | 'name' | 'type' | 'covers'>;

/** What a policy covers; kasko includes collisions. */
const coveredBy = ({ covers }: Tariff): string[] =>
  covers.flatMap(({ cover }) => (cover === 'kasko' ? [cover, 'collision'] : [cover]));

const contains = (one: Tariff, other: Tariff): boolean => {
  const all = coveredBy(one);
  return other.covers.length > 0 && other.covers.every(({ cover }) => all.includes(cover));
};

/** Why two policies exclude each other, in Italian; null if they do not. */
function clashOf(one: Tariff, other: Tariff): string | null {
  const covers = (tariff: Tariff, cover: string) => coveredBy(tariff).includes(cover);
  if ([one, other].every((tariff) => tariff.type === 'rca' || covers(tariff, 'liability')))
    return `${one.name} e ${other.name}: un’auto ha una sola RCA`;
  const ofCredit = [one, other].every(({ type }) => type === 'credit_protection');
  if (ofCredit && coveredBy(one).some((cover) => covers(other, cover)))
    return `${one.name} e ${other.name} coprono lo stesso rischio del credito`;
  if (contains(one, other)) return `${one.name} comprende già ${other.name}`;
  return contains(other, one) ? `${other.name} comprende già ${one.name}` : null;
}

const excludes = (one: ServiceItem, other: ServiceItem): boolean => one.group !== null && one.group === other.group;

/** Ids of the chosen policies that this one replaces. */
export const displacedPolicies = (
  id: number,
  { insurances }: Pick<QuoteDraft, 'insurances'>,
  { insurances: tariffs }: Pick<PriceSheet, 'insurances'>,
): number[] => {
  const own = tariffs.find((tariff) => tariff.id === id);
  const chosen = tariffs.filter((tariff) => tariff.id !== id && insurances.some((line) => line.tariffId === tariff.id));
  return own ? chosen.filter((other) => clashOf(own, other) !== null).map((other) => other.id) : [];
};

/** Ids of the chosen services that this one replaces. */
export const displacedServices = (id: number, chosen: readonly number[], items: readonly ServiceItem[]): number[] => {
  const own = items.find((item) => item.id === id);
  const others = items.filter((item) => item.id !== id && chosen.includes(item.id));
  return own ? others.filter((other) => excludes(own, other)).map((other) => other.id) : [];
};

/** Every pair of a list, in the order of the list. */
const pairsOf = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, i) => all.slice(i + 1).map((other): [T, T] => [one, other]));

/** Errors for what a quote contains twice, at the second of the two. */
export function exclusiveIssues(draft: QuoteDraft, sheet: PriceSheet): Issue[] {
  const error = (path: string, message: string): Issue => ({ level: 'error', path, message });
  const policies = draft.insurances.flatMap(({ tariffId }, at) => {
    const tariff = sheet.insurances.find(({ id }) => id === tariffId);
    return tariff ? [{ tariff, at }] : [];
  });
  const twice = pairsOf(policies).flatMap(([one, other]) => {
    const why = clashOf(one.tariff, other.tariff);
    return why ? [error(`insurances.${other.at}.tariffId`, why)] : [];
  });
  const ofServices = (['serviceIds', 'makerServiceIds'] as const).flatMap((path) => {
    const items = path === 'serviceIds' ? sheet.services : sheet.makerServices;
    const chosen = items.filter(({ id }) => draft[path].includes(id));
    return pairsOf(chosen)
      .filter(([one, other]) => excludes(one, other))
      .map(([one, other]) => error(path, `${one.description} e ${other.description} si escludono: sceglierne uno`));
  });
  return [...twice, ...ofServices];
}
