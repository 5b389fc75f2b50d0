/**
 * What a quote may contain only once: an RCA, a policy that another one contains, a credit protection for the same
 * risk, a service of a group (rules.md §3, 7).
 */
import type { Issue } from './priced.ts';
import type { InsuranceTariff, PriceSheet, QuoteDraft, ServiceItem } from '../schema.ts';

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

type Grouped = Pick<ServiceItem, 'id' | 'description' | 'groups'>;

const excludes = (one: Grouped, other: Grouped): boolean => one.groups.some((group) => other.groups.includes(group));

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

/** The chosen services that this one replaces. */
export const displacedServices = <Item extends Grouped>(own: Grouped, chosen: readonly Item[]): Item[] =>
  chosen.filter((other) => other.id !== own.id && excludes(own, other));

/** Of the chosen services each pair that excludes each other: the second one, and why, in Italian. */
export const serviceClashes = <Item extends Grouped>(chosen: readonly Item[]): { item: Item; why: string }[] =>
  pairsOf(chosen)
    .filter(([one, other]) => excludes(one, other))
    .map(([one, other]) => ({
      item: other,
      why: `${one.description} e ${other.description} si escludono: sceglierne uno`,
    }));

/** The chosen services of dealer and maker, each with the field that holds it. */
export const chosenServices = (
  { serviceIds, makerServiceIds }: Pick<QuoteDraft, 'serviceIds' | 'makerServiceIds'>,
  { services, makerServices }: Pick<PriceSheet, 'services' | 'makerServices'>,
) => {
  const of = <Path extends string>(path: Path, ids: readonly number[], items: readonly ServiceItem[]) =>
    items.filter(({ id }) => ids.includes(id)).map((item) => ({ ...item, path }));
  return [...of('serviceIds', serviceIds, services), ...of('makerServiceIds', makerServiceIds, makerServices)];
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
  const ofServices = serviceClashes(chosenServices(draft, sheet)).map(({ item, why }) => error(item.path, why));
  return [...twice, ...ofServices];
}
