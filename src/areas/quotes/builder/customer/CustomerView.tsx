import { useStore } from '@nanostores/react';
import { money, rate } from '#domain/italian.ts';
import { carColour } from '#domain/quotes/sheet/car-colour.ts';
import { debitText, type Offer } from '#domain/financials/offers.ts';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import { warrantyOf } from '#domain/quotes/sheet/warranty.ts';
import { t } from '#site/lib/intl.ts';
import { customerView as say, builder as words } from '#site/messages/it/quotes.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { Dialog } from '#site/ui/Dialog.tsx';
import { useBuilder } from '../store.ts';
import './customer.css';

/** The instalment with the figures that the law requires beside it. */
function Instalment({ offer, plan }: { offer: Offer; plan: PriceSheet['plans'][number] | undefined }) {
  const values = {
    n: offer.instalments,
    tan: rate(offer.tan),
    taeg: rate(offer.taeg),
    amount: money(offer.amount),
    total: money(offer.totalDue),
    balloon: money(offer.balloon),
    label: plan?.type === 'tcm' ? words.financial.vfg : words.financial.maxi,
  };
  return (
    <div className="instalment">
      <p>
        <b>{plan ? debitText(offer.monthly, plan) : money(offer.monthly)}</b> {say.perMonth}
      </p>
      {offer.monthly !== offer.instalment && <p>{t(say.protected, { amount: money(offer.instalment) })}</p>}
      <p>{t(offer.balloon > 0 ? say.withBalloon : say.instalments, values)}</p>
      <p className="muted">{t(say.example, values)}</p>
    </div>
  );
}

function Included() {
  const { $draft, $sheet, $priced } = useBuilder();
  const [draft, sheet, priced] = [useStore($draft), useStore($sheet), useStore($priced)];
  const names = (...kinds: string[]) =>
    priced.options.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
  const chosen = (ids: readonly number[], list: PriceSheet['accessories']) =>
    list.filter(({ id }) => ids.includes(id)).map(({ description }) => description);
  const groups: [string, string[]][] = [
    [say.look, names('colour', 'interior')],
    [say.options, names('pack', 'optional')],
    [words.version.accessories, chosen(draft.accessoryIds, sheet.accessories)],
    [
      words.sections.services,
      [...chosen(draft.serviceIds, sheet.services), ...chosen(draft.makerServiceIds, sheet.makerServices)],
    ],
    sheet.used
      ? [
          say.always,
          [
            priced.ipt > 0 ? words.warranty.passageWithIpt : words.warranty.passage,
            warrantyOf(draft, sheet.used).title,
          ],
        ]
      : [say.always, [say.tax, say.road, priced.ipt > 0 ? say.registrationWithIpt : say.registration]],
  ];
  return groups
    .filter(([, list]) => list.length > 0)
    .map(([title, list]) => (
      <section key={title}>
        <h3>{title}</h3>
        <ul>
          {list.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </section>
    ));
}

/**
 * The quote for the customer beside the seller: car, price, instalment, what is included. It hides what concerns only the dealer: discounts
 * not given, the margin, the bars of the application. Esc or one press closes it. Loaded when it is opened.
 */
export default function CustomerView({ onClose }: { onClose(): void }) {
  const { $draft, $sheet, $priced, $technical } = useBuilder();
  const [draft, sheet, priced] = [useStore($draft), useStore($sheet), useStore($priced)];
  const colour = sheet.options.find(({ id, kind }) => kind === 'colour' && priced.options.some((one) => one.id === id));
  const plan = sheet.plans.find(({ id }) => id === draft.financing?.planId);
  const full = priced.keysInHand + priced.discounts + priced.stateAid;
  const rows: [string, number][] = [
    [say.full, full === priced.keysInHand ? 0 : full],
    [say.saved, priced.keysInHand - full],
    ...priced.insurances.map(({ label, gross }): [string, number] => [label, gross]),
    ...draft.tradeIns.map((car): [string, number] => [
      t(say.tradeIn, { name: car.description || car.plate }),
      car.residualDebt - car.valuation,
    ]),
    [words.financial.deposit, -priced.deposit],
    [words.financial.amount, -priced.financed],
  ];
  return (
    <Dialog open size="full" title={`${sheet.maker.name} ${sheet.model.name}`} onClose={onClose}>
      <div className="customer-view">
        <div className="car">
          <Silhouette
            body={sheet.model.body}
            colour={carColour(sheet, priced)}
            label={colour?.name ?? sheet.model.name}
          />
          <h3 className="version">{sheet.version.name}</h3>
          <p>{useStore($technical)}</p>
          <div className="included">
            <Included />
          </div>
        </div>
        <div className="price">
          <p>{words.totals.keysInHand}</p>
          <p className="sum">{money(priced.keysInHand)}</p>
          {priced.offer && <Instalment offer={priced.offer} plan={plan} />}
          <dl>
            {rows
              .filter(([, amount]) => amount !== 0)
              .map(([label, amount]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{money(amount)}</dd>
                </div>
              ))}
            {priced.balance !== priced.keysInHand && (
              <div className="due">
                <dt>{priced.balance < 0 ? say.refund : say.due}</dt>
                <dd>{money(Math.abs(priced.balance))}</dd>
              </div>
            )}
          </dl>
        </div>
      </div>
    </Dialog>
  );
}
