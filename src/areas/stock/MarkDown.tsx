import { useRef } from 'react';
import { day, money, number } from '#domain/italian.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { LEAST_PRICE, markdownIssue, markedDown, notFed, profitAt, type Prices } from '#domain/stock/markdown.ts';
import { toMarket } from '#domain/stock/market.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import type { StockTerms } from '#domain/stock/setting-endpoints.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { markdown as words } from '#site/messages/it/used-markdown.ts';
import { attempt } from '#site/ui/attempt.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import { toast } from '#site/ui/toast.ts';

/** A car as its page and its row in the list know it. */
export type MarkedCar = Pick<
  UsedCar,
  | 'id'
  | 'version'
  | 'state'
  | 'regime'
  | 'retailPrice'
  | 'b2bPrice'
  | 'minPrice'
  | 'purchaseCost'
  | 'purchaseTaxRate'
  | 'consignmentFee'
  | 'costs'
  | 'marketPrice'
  | 'photos'
>;

type Terms = Pick<StockTerms, 'feedStates' | 'feedPhotos'>;

const { nullable: _, ...asked } = usedCarFields.retailPrice;
const fields = { retailPrice: { ...asked, label: words.price, min: LEAST_PRICE } } as const;

/** Cuts that one press proposes, in percent. */
const PROPOSED = [2, 5];
/** Down to whole euros in hundreds, as prices are written; cents. */
const rounded = (price: number) => Math.floor(price / 100_00) * 100_00;

const pricesOf = ({ retailPrice, b2bPrice = null, minPrice }: MarkedCar): Prices => ({
  retailPrice,
  b2bPrice,
  minPrice,
});

const profitOf = (
  { costs, purchaseCost = null, purchaseTaxRate = 0, consignmentFee = null, ...car }: MarkedCar,
  price: number | null,
) => (costs === undefined ? null : profitAt({ ...car, costs, purchaseCost, purchaseTaxRate, consignmentFee }, price));

/** What the new price changes beside itself. */
function said(car: MarkedCar, to: number, terms: Terms): { text: string; isBad?: boolean }[] {
  const profit = profitOf(car, to);
  const before = pricesOf(car);
  const after = markedDown(before, to);
  const closed = notFed(car, terms);
  return [
    ...(profit !== null && profit < 0 ? [{ text: t(words.underCost, { amount: money(-profit) }), isBad: true }] : []),
    ...(after.minPrice === before.minPrice ? [] : [{ text: t(words.lowersLeast, { price: money(to) }) }]),
    ...(after.b2bPrice === before.b2bPrice ? [] : [{ text: t(words.lowersB2b, { price: money(to) }) }]),
    { text: closed === null ? words.fed : closed === 'state' ? words.notInState : words.tooFewPhotos },
  ];
}

/** Before and after: price, margin, and price against the market. */
function Compared({ car, to }: { car: MarkedCar; to: number }) {
  const { retailPrice: from, marketPrice } = car;
  const percent = (price: number | null) => {
    const share = toMarket(price, marketPrice);
    return share === null ? '—' : `${number(share)}\u00a0%`;
  };
  const [before, after] = [profitOf(car, from), profitOf(car, to)];
  const amount = (cents: number | null) => (cents === null ? '—' : money(cents));
  return (
    <TableWrap label={words.compared}>
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col" className="num">
              {words.before}
            </th>
            <th scope="col" className="num">
              {words.after}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{usedCarFields.retailPrice.label}</td>
            <td className="num">{amount(from)}</td>
            <td className="num">{money(to)}</td>
          </tr>
          {after !== null && (
            <tr>
              <td>{words.profit}</td>
              <td className="num">{amount(before)}</td>
              <td className={after < 0 ? 'num late' : 'num'}>
                {money(after)}
                {after < 0 && ` · ${words.loss}`}
              </td>
            </tr>
          )}
          {marketPrice && (
            <tr>
              <td>{t(words.market, { day: day(marketPrice.on) })}</td>
              <td className="num">{percent(from)}</td>
              <td className="num">{percent(to)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </TableWrap>
  );
}

/** Says the new price, and offers to take it back while nothing else has changed; nobody knows which portal has read it meanwhile. */
function sayMarked(before: Prices, now: UsedCar, terms: Terms, onDone: (car: UsedCar) => void): void {
  const back = async () =>
    onDone(
      await call('PUT /stock/used/:id/prices', {
        params: { id: now.id },
        version: now.version,
        body: before,
      }),
    );
  void toast(t(words.done, { price: money(now.retailPrice!) }), {
    kind: 'ok',
    duration: 8000,
    action: {
      label: words.undo,
      run: () => attempt(back, { done: notFed(now, terms) === null ? words.undoneFed : words.undone }),
    },
  });
}

/** Dialog that lowers the price of a used car: what it was and will be, what is left, and whether portals read it. */
export default function MarkDown({
  car,
  name,
  terms,
  onClose,
  onDone,
}: {
  car: MarkedCar;
  name: string;
  terms: Terms;
  onClose: () => void;
  onDone: (car: UsedCar) => void;
}) {
  const { id, retailPrice: from, marketPrice } = car;
  // The prices as they are taken back; they are read again for whoever saves over a colleague's change.
  const before = useRef<Prices>(pricesOf(car));
  const proposals = [
    ...PROPOSED.map((n) => ({ label: t(words.less, { n }), price: rounded(((from ?? 0) * (100 - n)) / 100) })),
    ...(marketPrice ? [{ label: words.toMarket, price: rounded(marketPrice.price) }] : []),
  ].filter(({ price }) => markdownIssue(from, price) === null);
  return (
    <RecordForm<{ retailPrice: number }, UsedCar>
      title={t(words.title, { name })}
      verb={words.verb}
      fields={formOf(fields, {})}
      initial={{ retailPrice: from ?? 0 }}
      version={car.version}
      check={({ retailPrice }, typing): Record<string, string> => {
        const issue = typing ? null : markdownIssue(from, retailPrice);
        return issue ? { retailPrice: words[issue] } : {};
      }}
      save={async ({ retailPrice }, { version }) => {
        const params = { id };
        if (version !== car.version) before.current = pricesOf(await call('GET /stock/used/:id', { params }));
        return call('PUT /stock/used/:id/prices', { params, version, body: markedDown(before.current, retailPrice) });
      }}
      onSaved={(now) => {
        onDone(now);
        sayMarked(before.current, now, terms, onDone);
        onClose();
      }}
      onClose={onClose}
    >
      {({ retailPrice }, fill) => (
        <>
          <p className="proposals">
            {proposals.map(({ label, price }) => (
              <button key={label} type="button" className="btn small" onClick={() => fill({ retailPrice: price })}>
                {label}: {money(price)}
              </button>
            ))}
          </p>
          <Compared car={car} to={retailPrice} />
          <div role="status">
            {said(car, retailPrice, terms).map(({ text, isBad }) => (
              <p key={text} className={isBad ? 'callout bad' : 'muted'}>
                {text}
              </p>
            ))}
          </div>
        </>
      )}
    </RecordForm>
  );
}
