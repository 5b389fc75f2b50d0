import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { CustomerMatch } from '#domain/customers/schema.ts';
import { customerTypeWords } from '#domain/customers/terms.ts';
import { iptExemptions, type IptExemption } from '#domain/quotes/terms.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { read, remove, write } from '#site/stores/persisted.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { Combobox } from '#site/ui/Combobox.tsx';
import { Select } from '#site/ui/Field.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { useProblem } from '#site/ui/record/context.ts';
import { Section } from '#site/ui/record/Section.tsx';
import { CustomerDocument } from './documents.tsx';
import { Province } from './Province.tsx';
import { useBuilder } from './store.ts';
import { Turned } from './Turned.tsx';

const say = words.customer;
const CustomerDialog = lazy(() => import('#site/parts/customers/CustomerDialog.tsx'));

type Chosen = Pick<CustomerMatch, 'id' | 'name' | 'type'> & Partial<Pick<CustomerMatch, 'province'>>;

const describe = (match: CustomerMatch) =>
  [
    customerTypeWords[match.type],
    match.taxCode ?? match.vatNumber,
    match.city && `${match.city} (${match.province ?? ''})`,
  ]
    .filter(Boolean)
    .join(' · ');

/** What the law takes off for this customer: VAT at 4 %, no IPT. */
function Reliefs() {
  const store = useBuilder();
  const { reducedVat, iptExemption, vatExposed } = useStore(store.$draft);
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
          options={Object.entries(iptExemptions).map(([value, label]) => ({ value, label }))}
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

export function CustomerSection() {
  const store = useBuilder();
  const { customer } = useStore(store.$draft);
  const sheet = useStore(store.$sheet);
  const { createCustomer: mayCreate, editCustomer: mayEdit } = store.may;
  const editable = useStore(store.$editable);
  /** Closed, creating (with what was typed in the search), or changing the chosen one. */
  const [dialog, setDialog] = useState<{ id: number | null; typed: string } | null>(null);
  const [last, setLast] = useState<Chosen | null>(null);
  const [moved, setMoved] = useState('');
  useEffect(() => {
    const kept = read('quoteCustomer');
    const province = read('quoteProvince');
    if (kept) setLast({ ...kept, ...(province ? { province } : {}) } as Chosen);
    const wanted = read('quoteFor');
    if (!wanted || customer || !editable) return;
    // A customer's page has asked for this quote.
    remove('quoteFor');
    choose(wanted as Chosen);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the builder comes alive
  }, []);

  const choose = (chosen: Chosen | null) => {
    const province = sheet.provinces.find(({ code }) => code === chosen?.province);
    const moves = province && province.code !== store.$draft.get().province;
    setMoved(moves ? t(say.provinceSet, { name: province.name }) : '');
    store.change({
      customer: chosen && { id: chosen.id, name: chosen.name, type: chosen.type },
      ...(moves ? { province: province.code } : {}),
    });
    if (!chosen) return;
    const { id, name, type } = chosen;
    write('quoteCustomer', { id, name, type });
    if (chosen.province) write('quoteProvince', chosen.province);
  };

  return (
    <Section
      name="customer"
      document={<CustomerDocument />}
      note={customer ? customerTypeWords[customer.type] : say.missing}
    >
      <div className="customer">
        <Combobox<Chosen>
          name="customer"
          label={say.find}
          help={moved || say.findHelp}
          disabled={!editable}
          value={customer}
          text={(one) => one.name}
          search={(q, signal) => call('GET /customers/matches', { query: { q }, signal })}
          render={(one) => (
            <span className="match">
              <b>{one.name}</b> <small>{describe(one as CustomerMatch)}</small>
            </span>
          )}
          onSelect={choose}
          {...(mayCreate ? { onCreate: (typed: string) => setDialog({ id: null, typed }) } : {})}
        />
        <div className="row">
          {!customer && last && (
            <button type="button" className="btn" onClick={() => choose(last)}>
              <Icon name="history" size={16} /> {t(say.last, { name: last.name })}
            </button>
          )}
          {customer && mayEdit && (
            <button type="button" className="btn" onClick={() => setDialog({ id: customer.id, typed: '' })}>
              <Icon name="pencil" size={16} /> {say.edit}
            </button>
          )}
          {mayCreate && (
            <button type="button" className="btn" onClick={() => setDialog({ id: null, typed: '' })}>
              <Icon name="plus" size={16} /> {say.create}
            </button>
          )}
        </div>
      </div>
      {sheet.used && (
        <div className="three">
          <Province />
        </div>
      )}
      <Reliefs />
      {dialog && (
        <Suspense>
          <CustomerDialog
            {...dialog}
            provinces={sheet.provinces}
            onClose={() => setDialog(null)}
            onChosen={(chosen) => {
              choose(chosen);
              setDialog(null);
            }}
          />
        </Suspense>
      )}
      <Turned section="customer" />
    </Section>
  );
}
