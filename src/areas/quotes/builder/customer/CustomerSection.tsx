import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { customerTypeWords } from '#domain/customers/terms.ts';
import { iptExemptions, type IptExemption } from '#domain/quotes/terms.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { CustomerPicker, remember, type Begun, type ChosenCustomer } from '#site/parts/customers/CustomerPicker.tsx';
import { read, remove } from '#site/stores/persisted.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { choicesOf } from '#site/ui/choices.ts';
import { Select } from '#site/ui/Field.tsx';
import { useProblem } from '#site/ui/record/store/context.ts';
import { Section } from '#site/ui/record/page/Section.tsx';
import { CustomerDocument } from '../documents.tsx';
import { Province } from './Province.tsx';
import { useBuilder, useDraft } from '../store.ts';
import { Turned } from '../incentives/Turned.tsx';

const say = words.customer;

/** The legal reliefs of this customer: VAT at 4 %, no IPT. */
function Reliefs() {
  const store = useBuilder();
  const { reducedVat, iptExemption, vatExposed } = useDraft('reducedVat', 'iptExemption', 'vatExposed');
  const { used } = useStore(store.$sheet);
  const problem = useProblem();
  return (
    <details className="reliefs" open={reducedVat || vatExposed || iptExemption !== 'none'}>
      <summary>{say.reliefs}</summary>
      <div className="three">
        <Checkbox
          name="reducedVat"
          label={say.reducedVat}
          checked={reducedVat}
          error={problem('reducedVat')}
          onChange={(event) => store.change({ reducedVat: event.currentTarget.checked })}
        />
        <Select
          name="iptExemption"
          label={say.iptExemption}
          value={iptExemption}
          error={problem('iptExemption')}
          options={choicesOf(iptExemptions)}
          onChange={(event) => store.change({ iptExemption: event.currentTarget.value as IptExemption })}
        />
        {used?.regime === 'retail' && (
          <Checkbox
            name="vatExposed"
            label={say.vatExposed}
            checked={vatExposed}
            onChange={(event) => store.change({ vatExposed: event.currentTarget.checked })}
          />
        )}
      </div>
    </details>
  );
}

/** The customer of the quote. Their province becomes the place where the car is registered. */
export function CustomerSection() {
  const store = useBuilder();
  const { customer } = useDraft('customer');
  const sheet = useStore(store.$sheet);
  const editable = useStore(store.$editable);
  const [moved, setMoved] = useState('');
  /** Who sits here and is no customer yet. */
  const [begun, setBegun] = useState<Begun | null>(null);
  useEffect(() => {
    const wanted = read('quoteFor');
    if (!wanted || customer || !editable) return;
    // The request of the customer's or lead's page is fulfilled: this quote is for them.
    remove('quoteFor');
    const { leadId, visitId = null } = wanted;
    if (leadId !== null || visitId !== null) store.change({ leadId, visitId });
    if (!wanted.customer) return setBegun(wanted.begun ?? null);
    remember(wanted.customer as ChosenCustomer);
    choose(wanted.customer as ChosenCustomer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the builder comes alive
  }, []);

  const choose = (chosen: ChosenCustomer | null) => {
    const province = sheet.provinces.find(({ code }) => code === chosen?.province);
    const moves = province && province.code !== store.$draft.get().province;
    setMoved(moves ? t(say.provinceSet, { name: province.name }) : '');
    store.change({
      customer: chosen && { id: chosen.id, name: chosen.name, type: chosen.type },
      ...(moves ? { province: province.code } : {}),
    });
  };

  return (
    <Section
      name="customer"
      document={<CustomerDocument />}
      note={customer ? customerTypeWords[customer.type] : say.missing}
    >
      <CustomerPicker
        label={say.find}
        help={moved || say.findHelp}
        value={customer}
        begun={begun}
        may={store.may}
        provinces={sheet.provinces}
        disabled={!editable}
        onChoose={choose}
      />
      {sheet.used && (
        <div className="three">
          <Province />
        </div>
      )}
      <Reliefs />
      <Turned section="customer" />
    </Section>
  );
}
