import { lazy, useEffect, useState, type ReactNode } from 'react';
import type { CustomerMatch } from '#domain/customers/schema.ts';
import { customerTypeWords } from '#domain/customers/terms.ts';
import type { Province } from '#domain/quotes/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { customerPicker as words } from '#site/messages/it/customer-picker.ts';
import { read, write } from '#site/stores/persisted.ts';
import { Combobox } from '#site/ui/Combobox.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const CustomerDialog = lazy(() => import('./CustomerDialog.tsx'));

export type ChosenCustomer = Pick<CustomerMatch, 'id' | 'name' | 'type'> &
  Partial<Pick<CustomerMatch, 'province' | 'country' | 'vatNumber'>>;

/** Customers that match, each with what tells it apart. The names of the countries load with the first search. */
async function search(q: string, signal: AbortSignal): Promise<Found[]> {
  const [found, { countryWords }] = await Promise.all([
    call('GET /customers/matches', { query: { q }, signal }),
    import('#domain/countries.ts'),
  ]);
  return found.map((match) => {
    const { type, taxCode, vatNumber, city, province, country } = match;
    const place = city && `${city} (${province ?? countryWords[country] ?? ''})`;
    return { ...match, said: [customerTypeWords[type], taxCode ?? vatNumber, place].filter(Boolean).join(' · ') };
  });
}

/** A customer among those that were found, or the chosen one. */
type Found = ChosenCustomer & { said?: string };

/** Somebody of whom no more is known. */
export interface Begun {
  name: string;
  phone?: string | null;
  email?: string | null;
}

export function remember({ id, name, type, province, country }: ChosenCustomer): void {
  write('quoteCustomer', { id, name, type, ...(country && { country }) });
  if (province) write('quoteProvince', province);
}

/** What a dialog is opened with: it creates a customer from what was typed (`id` null), or edits one. */
interface DialogStart {
  id: number | null;
  typed: string;
  known?: { phone?: string; email?: string };
}

/** Enters somebody of whom the name is known, perhaps the telephone or the address of mail. */
function Enter({ who: { name, phone, email }, onPress }: { who: Begun; onPress: (asked: DialogStart) => void }) {
  const ask = () => onPress({ id: null, typed: name, known: { ...(phone && { phone }), ...(email && { email }) } });
  return (
    <button type="button" className="btn" onClick={ask}>
      <Icon name="plus" size={16} /> {t(words.enter, { name })}
    </button>
  );
}

/**
 * Finds a customer while the person types, and creates or edits one without leaving the page. The last chosen customer is one press away.
 */
export function CustomerPicker({
  label,
  help,
  error,
  value,
  among,
  begun = null,
  may,
  provinces,
  disabled,
  onChoose,
}: {
  label: string;
  help: ReactNode;
  error?: string | undefined;
  value: ChosenCustomer | null;
  /** Limits the offered customers; absent, all are offered. */
  among?: (customer: ChosenCustomer) => boolean;
  /** Who is entered by one press, with what is known already. */
  begun?: Begun | null;
  may: { createCustomer: boolean; editCustomer: boolean };
  provinces: readonly Pick<Province, 'code' | 'name'>[];
  disabled: boolean;
  onChoose(chosen: ChosenCustomer | null): void;
}) {
  /** The open dialog: it creates a customer from the typed search (`id` null), or edits the chosen one. Null when closed. */
  const [dialog, setDialog] = useState<DialogStart | null>(null);
  const [last, setLast] = useState<ChosenCustomer | null>(null);
  useEffect(() => {
    const kept = read('quoteCustomer');
    const province = read('quoteProvince');
    if (kept) setLast({ ...kept, ...(province ? { province } : {}) } as ChosenCustomer);
  }, []);

  const choose = (chosen: ChosenCustomer | null) => {
    onChoose(chosen);
    if (chosen) remember(chosen);
  };
  const mayCreate = may.createCustomer;

  return (
    <>
      <div className="customer">
        <Combobox<Found>
          name="customer"
          label={label}
          help={help}
          error={error}
          disabled={disabled}
          value={value}
          text={(one) => one.name}
          search={async (q, signal) => {
            const found = await search(q, signal);
            return among ? found.filter(among) : found;
          }}
          render={(one) => (
            <span className="match">
              <b>{one.name}</b> <small>{one.said}</small>
            </span>
          )}
          onSelect={choose}
          {...(mayCreate ? { onCreate: (typed: string) => setDialog({ id: null, typed }) } : {})}
        />
        <div className="row">
          {!value && begun && mayCreate && <Enter who={begun} onPress={setDialog} />}
          {!value && last && (among?.(last) ?? true) && (
            <button type="button" className="btn" onClick={() => choose(last)}>
              <Icon name="history" size={16} /> {t(words.last, { name: last.name })}
            </button>
          )}
          {value && may.editCustomer && (
            <button type="button" className="btn" onClick={() => setDialog({ id: value.id, typed: '' })}>
              <Icon name="pencil" size={16} /> {words.edit}
            </button>
          )}
          {mayCreate && (
            <button type="button" className="btn" onClick={() => setDialog({ id: null, typed: '' })}>
              <Icon name="plus" size={16} /> {words.create}
            </button>
          )}
        </div>
      </div>
      {dialog && (
        <OnDemand>
          <CustomerDialog
            {...dialog}
            provinces={provinces}
            onClose={() => setDialog(null)}
            onChosen={(chosen) => {
              choose(chosen);
              setDialog(null);
            }}
          />
        </OnDemand>
      )}
    </>
  );
}
