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
  // What the company owes is as loud as what is owed to it.
  const rows = [
    { label: words.planned, amount: planned, isShown: planned !== total },
    { label: words.due, amount: due, isShown: isGoing && due >= 0 },
    { label: words.backToCustomer, amount: back.customer, isShown: back.customer > 0, isLoud: true },
    { label: words.backToLender, amount: back.lender, isShown: back.lender > 0, isLoud: true },
    { label: words.owedByCustomer, amount: owedByCustomer, isShown: owedByCustomer > 0, isLoud: true },
    { label: words.owedOnCars, amount: owedOnCars, isShown: owedOnCars > 0, isLoud: true },
    { label: words.invoiced, amount: invoiced, isShown: invoiced !== 0 },
    { label: words.instalment, amount: instalment ?? 0, isShown: instalment !== null },
  ].filter(({ isShown }) => isShown);
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
        {rows.map(({ label, amount, isLoud = false }) => (
          <div key={label} className={isLoud ? 'loud' : undefined}>
            <dt className={isLoud ? undefined : 'muted'}>{label}</dt>
            <dd className="num">{money(amount)}</dd>
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
