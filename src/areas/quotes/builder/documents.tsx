import { carColour } from '#domain/quotes/sheet/car-colour.ts';
import { incentiveAmount } from '#domain/quotes/sheet/incentives.ts';
import { linesOf } from '#domain/quotes/sheet/lines.ts';
import { warrantyOf } from '#domain/quotes/sheet/warranty.ts';
import { money, percent, rate } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';
import { Priced, Reliefs } from './agreements.tsx';
import { useReckoned } from './quote.ts';
import { Beside } from './financial/Beside.tsx';

/** What each section shows when the quote can no longer change: text as on paper, without fields. */

export function VersionDocument() {
  const { draft, sheet, priced } = useReckoned();
  const of = (...kinds: string[]) => priced.options.filter(({ kind }) => kinds.includes(kind));
  const [colour] = of('colour');
  const chosen = (kind: string) =>
    of(kind)
      .map(({ name }) => name)
      .join(', ');
  const lines = [
    ...of('colour', 'interior')
      .filter((one) => one.price > 0 && !one.included)
      .map((one) => [one.name, money(one.price)] as const),
    ...of('optional', 'pack').map(
      (one) => [`${one.name} · ${one.code}`, one.included ? words.version.included : money(one.price)] as const,
    ),
    ...sheet.accessories
      .filter(({ id }) => draft.accessoryIds.includes(id))
      .map((one) => [`${one.description} · ${one.code}`, money(one.price)] as const),
  ];
  return (
    <>
      <div className="paint-row">
        <Silhouette
          body={sheet.model.body}
          colour={carColour(sheet, priced)}
          label={[sheet.model.name, colour?.name].filter(Boolean).join(', ')}
        />
        <DescriptionList
          rows={[
            [words.version.colour, chosen('colour')],
            [words.version.interior, chosen('interior')],
            [
              words.version.province,
              sheet.provinces.find(({ code }) => code === draft.province)?.name ?? draft.province,
            ],
          ]}
        />
      </div>
      {lines.length > 0 && <Priced rows={lines} />}
    </>
  );
}

export function ServiceDocument({ name }: { name: 'services' | 'makerServices' }) {
  const { draft, sheet } = useReckoned();
  const chosen = { services: draft.serviceIds, makerServices: draft.makerServiceIds }[name];
  const rows = sheet[name].filter(({ id }) => chosen.includes(id));
  return (
    <>
      {name === 'services' && sheet.used && <p>{warrantyOf(draft, sheet.used).title}</p>}
      {rows.length === 0 ? (
        <p className="muted">{words.services.nothing}</p>
      ) : (
        <Priced rows={rows.map((one) => [one.description, money(one.price)])} />
      )}
    </>
  );
}

export function CustomerDocument() {
  const { customer } = useReckoned().draft;
  return (
    customer && (
      <>
        <b>{customer.name}</b>
        <Reliefs />
      </>
    )
  );
}

export function IncentiveDocument() {
  const { draft, sheet } = useReckoned();
  const lines = linesOf(draft, sheet);
  const rows = [
    ...sheet.incentives
      .filter(({ id }) => draft.incentiveIds.includes(id))
      .map((one) => [one.name, money(-incentiveAmount(one, draft, lines))] as const),
    ...draft.customDiscounts.map(
      ({ label, amount, percent: rate }) =>
        [label || words.incentives.defaultLabel, rate === null ? money(-(amount ?? 0)) : `−${percent(rate)}`] as const,
    ),
  ];
  return (
    <>
      {rows.length > 0 ? <Priced rows={rows} /> : <p className="muted">{words.incentives.nothing}</p>}
      {draft.lowIncome && <p className="muted">{words.incentives.lowIncome}</p>}
    </>
  );
}

export function FinancialDocument() {
  const { draft, sheet, priced } = useReckoned();
  const { offer } = priced;
  const plan = sheet.plans.find(({ id }) => id === draft.financing?.planId);
  if (!offer && draft.deposit === 0) return <p className="muted">{words.financial.none}</p>;
  return (
    <>
      <DescriptionList
        rows={[
          [words.financial.deposit, draft.deposit > 0 && money(draft.deposit)],
          [words.financial.plan, plan?.name ?? ''],
          [words.financial.amount, offer && money(offer.amount)],
          [
            words.totals.instalment,
            offer && t(words.financial.timesOf, { n: offer.instalments, amount: money(offer.instalment) }),
          ],
          [
            plan?.type === 'tcm' ? words.financial.vfg : words.financial.maxi,
            offer && offer.balloon > 0 && money(offer.balloon),
          ],
          ['TAN', offer && rate(offer.tan)],
          ['TAEG', offer && rate(offer.taeg)],
          [words.financial.protection, offer && offer.protection > 0 && money(offer.protection)],
          [words.financial.owed, offer && money(offer.totalDue)],
        ]}
      />
      <Beside />
    </>
  );
}
