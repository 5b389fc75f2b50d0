import { dueOf } from '#domain/contracts/accounts.ts';
import { openOfDue, sumOf } from '#domain/contracts/coming.ts';
import { goesOn } from '#domain/contracts/facts.ts';
import { paymentKinds } from '#domain/contracts/terms.ts';
import { money, percent } from '#domain/italian.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { useContractNow } from './store.ts';
import './dues.css';

const words = contract.money;

/** What is owed, what of it came, and by what the rest comes as the plan has it. */
export function Dues() {
  const now = useContractNow();
  const { total, planned, received, invoiced, back, owedByCustomer, owedOnCars, instalment } = now;
  const due = dueOf(now);
  const isGoing = goesOn(now);
  const parts = [
    { name: 'came', label: isGoing && owedOnCars > 0 ? words.receivedLess : words.received, amount: received },
    ...(isGoing ? openOfDue(now) : []).map(({ kind, amount }) => ({ name: kind, label: paymentKinds[kind], amount })),
  ];
  const rows: [string, string][] = [
    ...(planned === total ? [] : [[words.planned, money(planned)] as [string, string]]),
    ...(isGoing && due >= 0 ? [[words.due, money(due)] as [string, string]] : []),
    ...(back.customer > 0 ? [[words.backToCustomer, money(back.customer)] as [string, string]] : []),
    ...(back.lender > 0 ? [[words.backToLender, money(back.lender)] as [string, string]] : []),
    ...(owedByCustomer > 0 ? [[words.owedByCustomer, money(owedByCustomer)] as [string, string]] : []),
    ...(owedOnCars > 0 ? [[words.owedOnCars, money(owedOnCars)] as [string, string]] : []),
    ...(invoiced === 0 ? [] : [[words.invoiced, money(invoiced)] as [string, string]]),
    ...(instalment === null ? [] : [[words.instalment, money(instalment)] as [string, string]]),
  ];
  return (
    <section className="card pad dues">
      <header>
        <h2>{isGoing ? words.title : words.agreed}</h2>
        <b className="num">{money(total)}</b>
      </header>
      <div className="shares" aria-hidden>
        {[...parts, { name: 'rest', amount: total - sumOf(parts) }].map(
          ({ name, amount }) => amount > 0 && <i key={name} data-part={name} style={{ flexGrow: amount }} />,
        )}
      </div>
      <dl>
        {parts.map(({ name, label, amount }) => (
          <div key={name}>
            <dt data-part={name}>{label}</dt>
            <dd className="num">{money(amount)}</dd>
          </div>
        ))}
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd className="num">{amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A part in percent, as quotes say it: `13,41 %`. */
const share = (part: number, of: number): string => percent(Math.round((part / of) * 10_000) / 100);

/** The three margins beside each other, for who may see them; hidden by a press while a customer sits beside. */
export function Margins() {
  const { marginFirst, marginSecond, marginThird, netPrice = 0 } = useContractNow();
  if (marginFirst === undefined) return null;
  const rows = [
    ['first', marginFirst],
    ['second', marginSecond],
    ['third', marginThird],
  ] as const;
  const most = Math.max(1, ...rows.map(([, value]) => value ?? 0));
  return (
    <details className="card pad margins" open>
      <summary>
        <h2>{words.margin}</h2>
      </summary>
      <dl>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{words.margins[key]}</dt>
            <dd>
              <meter aria-hidden max={most} value={Math.max(0, value ?? 0)} />
            </dd>
            <dd className={value != null && value < 0 ? 'num bad' : 'num'}>
              {value == null ? '—' : value < 0 ? `${money(value)} (${words.loss})` : money(value)}
            </dd>
            {netPrice > 0 && <dd className="num muted">{value == null ? '' : share(value, netPrice)}</dd>}
          </div>
        ))}
      </dl>
    </details>
  );
}
