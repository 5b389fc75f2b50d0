import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { dueOf } from '#domain/contracts/accounts.ts';
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import { contractOrigins } from '#domain/contracts/terms.ts';
import { closingMoves, refundBy } from '#domain/contracts/withdrawal.ts';
import { dayInRome } from '#domain/dates.ts';
import { day, money } from '#domain/italian.ts';
import { moment, t } from '#site/lib/intl.ts';
import { withdrawal } from '#site/messages/it/withdrawal.ts';
import { contract as words } from '#site/messages/it/contracts.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';
import { showProblem } from '#site/ui/record/form/problems.ts';
import { mayClose } from './closing.ts';
import { natural } from './natural.ts';
import { useContract, useContractNow } from './store.ts';

/** What is still missing for the next step; each leads to its field, as far as the person sees its section. */
function Missing() {
  const { names, $actions } = useContract();
  const { lacks, state, canceledAt, withdrawnAt } = useContractNow();
  const offered = useStore($actions);
  const next = natural[state];
  if (!next || canceledAt || withdrawnAt) return null;
  const { label } = machine.moves[next];
  const whole = names.filter((name) => !lacks.some(({ section }) => section === name)).length;
  const said = t(words.missing.whole, { n: whole, of: names.length });
  return (
    <section className="card pad">
      <h2>{lacks.length === 0 ? words.missing.ready : t(words.missing.title, { move: label })}</h2>
      <meter max={names.length} value={whole} aria-label={said} />
      <p className="muted">{said}</p>
      {lacks.length === 0 && (
        <p>{t(offered.includes(next) ? words.missing.none : words.missing.others, { move: label })}</p>
      )}
      <ul className="lacks">
        {lacks.map(({ sentence, section, field }) => (
          <li key={sentence}>
            {section && names.some((name) => name === section) ? (
              <button type="button" className="link" onClick={() => showProblem(section, field)}>
                {sentence}
              </button>
            ) : (
              sentence
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Accounts() {
  const now = useContractNow();
  const { total, planned, received, invoiced, financed, instalment } = now;
  const due = dueOf(now);
  const isOver = now.canceledAt !== null || now.withdrawnAt !== null;
  const margins = [
    ['first', now.marginFirst],
    ['second', now.marginSecond],
    ['third', now.marginThird],
  ] as const;
  const say = words.money;
  const rows: [string, string][] = [
    [say.total, money(total)],
    ...(planned === total ? [] : [[say.planned, money(planned)] as [string, string]]),
    ...(financed > 0 ? [[say.financed, money(financed)] as [string, string]] : []),
    ...(instalment === null ? [] : [[say.instalment, money(instalment)] as [string, string]]),
    [say.received, money(received)],
    ...(isOver ? [] : [[due < 0 ? say.over : say.due, money(Math.abs(due))] as [string, string]]),
    ...(now.owedBack > 0 ? [[say.owedBack, money(now.owedBack)] as [string, string]] : []),
    ...(invoiced === 0 ? [] : [[say.invoiced, money(invoiced)] as [string, string]]),
    ...margins.flatMap(([key, value]): [string, string][] =>
      value === undefined || value === null
        ? []
        : [[say.margins[key], value < 0 ? `${money(value)} (${say.loss})` : money(value)]],
    ),
  ];
  return (
    <section className="card pad">
      <h2>{say.title}</h2>
      <DescriptionList rows={rows} />
    </section>
  );
}

function People() {
  const { seller, madeBy, commercialBy, approvedBy, alone, origin, madeOf } = useContractNow();
  const say = words.people;
  const named = (name: string, isAlone: boolean) => (isAlone ? `${name} (${say.alone})` : name);
  const offer = madeOf?.href ? (
    <a className="link" href={madeOf.href}>
      {madeOf.number}
    </a>
  ) : (
    madeOf?.number
  );
  const rows: [string, ReactNode][] = [
    ...(offer ? [[contractOrigins[origin], offer] as [string, ReactNode]] : []),
    ...(origin === 'history' ? [[say.origin, contractOrigins.history] as [string, ReactNode]] : []),
    [say.seller, seller.name],
    ...(madeBy.id === seller.id ? [] : [[say.madeBy, madeBy.name] as [string, string]]),
    ...(commercialBy
      ? [[say.commercial, named(commercialBy.name, alone.includes('commercial'))] as [string, string]]
      : []),
    ...(approvedBy ? [[say.backOffice, named(approvedBy.name, alone.includes('backOffice'))] as [string, string]] : []),
  ];
  return (
    <section className="card pad">
      <h2>{say.title}</h2>
      <DescriptionList rows={rows} />
    </section>
  );
}

/** The column that stays in view: the car, what is missing, the accounts, the people. */
export function Aside() {
  const { user } = useContract();
  const now = useContractNow();
  const { body, paint, vehicle, withdrawnAt, withdrawnName } = now;
  return (
    <aside className="contract-aside">
      {body && (
        <div className="card pad">
          <Silhouette body={body} colour={paint} label={vehicle} />
        </div>
      )}
      {withdrawnAt !== null && (
        <section className="card pad">
          <p className="warn">
            {t(withdrawal.banner, {
              name: withdrawnName,
              at: moment(withdrawnAt),
              day: day(refundBy(dayInRome(new Date(withdrawnAt)))),
            })}
          </p>
          {now.canceledAt === null && !mayClose(now, user) && (
            <p>{closingMoves(now.state).includes('cancel') ? withdrawal.closers.seller : withdrawal.closers.office}</p>
          )}
        </section>
      )}
      <Missing />
      <Accounts />
      <People />
    </aside>
  );
}
