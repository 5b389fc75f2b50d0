import { lazy, useState } from 'react';
import type { RuleInput } from '#domain/commissions/rule-fields.ts';
import { parseNumber, percent } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { simulate as words } from '#site/messages/it/commissions.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const Simulated = lazy(() => import('./Simulated.tsx'));

interface Props {
  /** The part of a person's plan that is tried; null: the company's rule with this id. */
  plan: RuleInput | null;
  id: number;
  name: string;
  rate: number;
}

/** `l’8 %`, `il 7 %`, `lo 0,5 %`: by the sound with which the number begins. */
const withArticle = (rate: number): string => {
  const said = percent(rate);
  if (/^(8|11\D|1\D)/.test(said)) return `l’${said}`;
  return `${said.startsWith('0') ? 'lo' : 'il'} ${said}`;
};

/** Beside a sale that a rule pays: what the last quarter would have paid with another percentage. */
export function Simulate({ name, rate, ...of }: Props) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<number | null>(null);
  const [isUnread, setUnread] = useState(false);
  const ask = () => {
    const read = parseNumber(typed, '%');
    setUnread(read === null);
    setAsked(read);
  };
  return (
    <section className="simulate" aria-label={t(words.title, { rate: withArticle(rate) })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <b>{t(words.title, { rate: withArticle(rate) })}</b>
        <input
          name="rate"
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          placeholder={percent(rate + 1)}
          aria-label={t(words.rate, { name })}
          aria-invalid={isUnread ? true : undefined}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button className="btn small">{words.run}</button>
      </form>
      {isUnread && (
        <p className="error" role="alert">
          {words.unread}
        </p>
      )}
      <OnDemand>{asked !== null && <Simulated key={asked} {...of} rate={asked} />}</OnDemand>
    </section>
  );
}
