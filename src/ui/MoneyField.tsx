import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { parseNumber } from '#domain/italian.ts';
import { DEFAULT_TAX_RATE, grossOf, netOf } from '#domain/money.ts';
import { t } from '#site/lib/intl.ts';
import { controls as words } from '#site/messages/it/kit.ts';
import { $taxRate } from '#site/stores/company.ts';
import { Switch } from './Choice.tsx';
import { FieldShell, type FieldBase } from './Field.tsx';
import { formatMoney, readMoney, type MoneyRules } from './money.ts';
import { useDebounced } from './useDebounced.ts';

type Value =
  | { nullable: true; value: number | null; onChange: (cents: number | null) => void }
  | { nullable?: false; value: number; onChange: (cents: number) => void };

type Common = FieldBase & {
  suffix?: string;
  placeholder?: string;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  /** Shown at the right of the label. */
  aside?: ReactNode;
};

/**
 * An amount in cents. The field shows `1.234,00` and reads amounts as people type them. `onChange` runs 200 ms after
 * the last key, and at once on Enter or when the field loses the focus. A text that is not an amount, or is out of
 * range, stays in the field with its message and changes nothing.
 */
export function MoneyField(props: Common & Omit<MoneyRules, 'nullable'> & Value) {
  const {
    label,
    name,
    value,
    error,
    help,
    required,
    suffix = '€',
    aside,
    whole,
    min,
    max,
    nullable,
    percentOf,
    ...rest
  } = props;
  const { placeholder, disabled, readOnly } = rest;
  const rules = { whole, min, max, nullable, percentOf };
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (typed: string, leaving = false) => {
    const read = readMoney(typed, rules);
    // A lone minus sign may become a number: the field reports an unreadable text only when it loses the focus.
    setProblem(read.ok || (!leaving && parseNumber(typed) === null) ? null : read.message);
    if (read.ok && read.cents !== value) (props.onChange as (cents: number | null) => void)(read.cents);
    return read.ok;
  };
  const debounced = useDebounced((typed: string) => void take(typed));
  const commit = () => {
    debounced.cancel();
    if (text !== null && take(text, true)) setText(null);
  };
  return (
    <FieldShell label={label} name={name} help={help} required={required} aside={aside} error={error} unread={problem}>
      {(control) => (
        <span className="suffix">
          <input
            {...control}
            placeholder={placeholder}
            disabled={disabled}
            readOnly={readOnly}
            inputMode="decimal"
            autoComplete="off"
            value={text ?? (value === null ? '' : formatMoney(value, rules))}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => {
              setText(event.currentTarget.value);
              debounced.later(event.currentTarget.value);
            }}
            onBlur={commit}
            onKeyDown={(event) => event.key === 'Enter' && commit()}
          />
          <b aria-hidden>{suffix}</b>
        </span>
      )}
    </FieldShell>
  );
}

/**
 * A VAT-inclusive amount in cents. Its switch lets people type and read it without VAT; the amount itself stays
 * VAT-inclusive.
 */
export function TaxableField({
  rate: given,
  net,
  onNet,
  value,
  onChange,
  ...rest
}: Common &
  Omit<MoneyRules, 'nullable'> & {
    value: number;
    onChange: (cents: number) => void;
    /** VAT rate in percent; by default the company's rate of today. */
    rate?: number;
    /** Fields share one switch when they get both; otherwise each field keeps its own. */
    net?: boolean | undefined;
    onNet?: ((net: boolean) => void) | undefined;
  }) {
  const [own, setOwn] = useState(false);
  const taxable = net ?? own;
  const ordinary = useSyncExternalStore($taxRate.listen, $taxRate.get, () => DEFAULT_TAX_RATE);
  const rate = given ?? ordinary;
  return (
    <MoneyField
      {...rest}
      label={net && !onNet ? t(words.taxable, { label: rest.label }) : rest.label}
      key={String(taxable)}
      value={taxable ? netOf(value, rate) : value}
      onChange={(cents) => onChange(taxable ? grossOf(cents, rate) : cents)}
      aside={
        net !== undefined && !onNet ? undefined : (
          <Switch
            label={t(words.withTax, { label: rest.label })}
            value={taxable}
            options={[
              { value: false, label: words.gross },
              { value: true, label: words.net },
            ]}
            onChange={onNet ?? setOwn}
          />
        )
      }
    />
  );
}
