import { useStore } from '@nanostores/react';
import { money } from '#domain/italian.ts';
import { customerTypeWords } from '#domain/customers/terms.ts';
import { serviceFor } from '#domain/quotes/b2b/lines.ts';
import { transfers, type Transfer } from '#domain/quotes/terms.ts';
import { saleRegimes } from '#domain/stock/terms.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { issued } from '#site/messages/it/quotes-issued.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { Reach } from '#site/parts/customers/Reach.tsx';
import { CustomerPicker } from '#site/parts/customers/CustomerPicker.tsx';
import { choicesOf } from '#site/ui/choices.ts';
import { Field, Select, TextArea } from '#site/ui/Field.tsx';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { useProblem } from '#site/ui/record/store/context.ts';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';
import { Section } from '#site/ui/record/page/Section.tsx';
import { Eye } from '../builder/total/Eye.tsx';
import { TotalCard } from '../builder/total/TotalCard.tsx';
import { useB2b } from './store.ts';

/** The trader, as a document. */
export function TraderDocument() {
  const { $draft, $quote } = useB2b();
  const { customer, euVatNumber } = useStore($draft);
  const { phone = null, email = null, address = '', silent = false } = useStore($quote)?.contact ?? {};
  return (
    <>
      {customer && <b>{customer.name}</b>}
      <DescriptionList
        rows={[
          [issued.phone, phone ? <Reach key="phone" phone={phone} silent={silent} /> : issued.noPhone],
          [
            issued.email,
            email && (
              <a key="email" className="link" href={`mailto:${email}`}>
                {email}
              </a>
            ),
          ],
          [words.seat, address],
          [words.euVatNumber, euVatNumber],
        ]}
      />
    </>
  );
}

export function TransferDocument() {
  const store = useB2b();
  const { transfer } = useStore(store.$draft);
  const { expenses } = useStore(store.$priced);
  return (
    <DescriptionList
      rows={[
        [words.transfer, transfers[transfer]],
        ...expenses.filter(({ key }) => key !== 'transfer').map(({ label, amount }) => [label, money(amount)] as const),
      ]}
    />
  );
}

export function NotesDocument() {
  const { notes } = useStore(useB2b().$draft);
  return notes ? <p className="written">{notes}</p> : <p className="muted">{builder.notes.nothing}</p>;
}

/** The trader: a customer with a VAT number. */
export function TraderSection() {
  const store = useB2b();
  const { customer, euVatNumber, cars } = useStore(store.$draft);
  const editable = useStore(store.$editable);
  const problem = useProblem();
  const inUnion = euVatNumber !== '' || cars.some(({ regime }) => regime === 'intra_eu');
  return (
    <Section
      name="customer"
      document={<TraderDocument />}
      note={customer ? customerTypeWords[customer.type] : words.missing}
    >
      <CustomerPicker
        label={words.trader}
        help={words.traderHelp}
        error={problem('customer')}
        value={customer}
        among={({ type }) => type !== 'private'}
        may={store.may}
        provinces={store.provinces}
        disabled={!editable}
        onChoose={store.chooseTrader}
      />
      {inUnion && (
        <div className="three">
          <Field
            name="euVatNumber"
            label={words.euVatNumber}
            help={words.euVatHelp}
            maxLength={14}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={euVatNumber}
            error={problem('euVatNumber')}
            onChange={(event) => store.change({ euVatNumber: event.currentTarget.value })}
          />
        </div>
      )}
    </Section>
  );
}

/** What is sold beside the cars, each with its price for all cars together. */
function Services() {
  const store = useB2b();
  const draft = useStore(store.$draft);
  const { services, cars, day } = useStore(store.$sheet);
  if (services.length === 0) return null;
  const own = draft.cars.flatMap(({ carId }) => cars.find(({ id }) => id === carId) ?? []);
  const costs = ({ cars: n, amount }: ReturnType<typeof serviceFor>) =>
    n === 0 ? words.notForThese : n === own.length ? money(amount) : t(words.forSome, { amount: money(amount), n });
  return (
    <fieldset className="choices">
      <legend>{words.services}</legend>
      {services.map((service) => (
        <div key={service.id} className="opt free">
          <label>
            <input
              type="checkbox"
              checked={draft.serviceIds.includes(service.id)}
              onChange={() => store.toggleService(service)}
            />
            <span>{service.description}</span> <small className="code">{service.code}</small>
          </label>
          <span className="num">{own.length > 0 && costs(serviceFor(service, own, day))}</span>
        </div>
      ))}
    </fieldset>
  );
}

/** The transfer of ownership (minivoltura, export, or none by the dealer), the agency's fee, and further services. */
export function TransferSection() {
  const store = useB2b();
  const { transfer, agencyFee } = useStore(store.$draft);
  const { transferCosts } = useStore(store.$sheet);
  const problem = useProblem();
  return (
    <Section name="transfer" document={<TransferDocument />}>
      <div className="three">
        <Select
          name="transfer"
          label={words.transfer}
          help={transfer === 'none' ? undefined : t(words.transferHelp, { amount: money(transferCosts[transfer]) })}
          options={choicesOf(transfers)}
          value={transfer}
          error={problem('transfer')}
          onChange={({ currentTarget: { value } }) => store.change({ transfer: value as Transfer })}
        />
        <MoneyField
          name="agencyFee"
          label={words.agencyFee}
          help={words.agencyHelp}
          min={0}
          value={agencyFee}
          error={problem('agencyFee')}
          onChange={(cents) => store.change({ agencyFee: cents })}
        />
      </div>
      <Services />
    </Section>
  );
}

export function NotesSection() {
  const store = useB2b();
  const { notes } = useStore(store.$draft);
  const problem = useProblem();
  return (
    <Section name="notes" document={<NotesDocument />}>
      <TextArea
        name="notes"
        label={words.notes}
        maxLength={4000}
        rows={3}
        value={notes}
        error={problem('notes')}
        onChange={(event) => store.change({ notes: event.currentTarget.value })}
      />
    </Section>
  );
}

/** The margin, hidden until the eye is pressed; absent for people who may not see costs. */
export function Margin() {
  const { $priced, $view } = useB2b();
  const { margin } = useStore($priced);
  const { margin: shown } = useStore($view);
  if (!margin) return null;
  return (
    <Eye shown={shown} onToggle={() => $view.set({ margin: !shown })}>
      <dl className="waterfall">
        <div className={margin.amount !== null && margin.amount < 0 ? 'step loss' : 'step'}>
          <dt>{words.totals.margin}</dt>
          <dd>{margin.amount === null ? words.totals.unknown : money(margin.amount)}</dd>
        </div>
      </dl>
    </Eye>
  );
}

/** The rows of the total: cars by regime, expenses, sum and VAT. */
export function Figures() {
  const { regimes, expenses, vat, total } = useStore(useB2b().$priced);
  return (
    <dl>
      {regimes.map(({ regime, cars: n, total: amount, vat: tax, net }) => [
        <div key={regime}>
          <dt>
            {saleRegimes[regime].label} · {t(words.cars, { n })}
          </dt>
          <dd>{money(amount)}</dd>
        </div>,
        tax > 0 && (
          <div key={`${regime} tax`} className="info">
            <dt>{t(words.taxed, { net: money(net), vat: money(tax) })}</dt>
            <dd />
          </div>
        ),
      ])}
      {expenses.map(({ key, label, amount }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div className="sum">
        <dt>{words.totals.total}</dt>
        <dd>{money(total)}</dd>
      </div>
      {vat > 0 && (
        <div className="info">
          <dt>{words.totals.vat}</dt>
          <dd>{money(vat)}</dd>
        </div>
      )}
    </dl>
  );
}

/** The totals of the offer by regime. */
export function Total() {
  const { cars, total } = useStore(useB2b().$priced);
  return (
    <TotalCard
      title={words.totals.title}
      total={[words.totals.total, money(total)]}
      beside={[words.totals.cars, String(cars.length)]}
      spoken={
        <p className="sr-only" role="status">
          {words.totals.total} {money(total)}
        </p>
      }
    >
      <Figures />
      <Margin />
    </TotalCard>
  );
}
