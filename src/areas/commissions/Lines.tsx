import type { StatementLine } from '#domain/commissions/schema.ts';
import { entryKinds } from '#domain/commissions/entries.ts';
import { bases, commissionTypes, subjects } from '#domain/commissions/terms.ts';
import { monthOf } from '#domain/commissions/month.ts';
import { day, integer, money, percent } from '#domain/italian.ts';
import type { Comment } from '#domain/record/comments.ts';
import { moment, t } from '#site/lib/intl.ts';
import { split as splitWords, statement as words } from '#site/messages/it/commissions.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';

type Part = StatementLine['parts'][number];
const sum = (parts: readonly Part[], of: (part: Part) => number) => parts.reduce((total, part) => total + of(part), 0);

/** An amount, or a dash where there is none. */
const Amount = ({ cents, note }: { cents: number; note?: string }) =>
  cents === 0 ? (
    <span className="muted">—</span>
  ) : (
    <>
      {money(cents)}
      {note && <small>{note}</small>}
    </>
  );

/** Which rules paid, or why somebody entered it. */
function ruleOf({ kind, contractId, reverses, reason, madeBy, parts }: StatementLine): [string, string] {
  const names = parts.map(({ name }) => name).join(', ') || words.former;
  const why = [reason, contractId !== null && madeBy && t(words.byHand, { name: madeBy })].filter(Boolean).join(' · ');
  if (kind === 'reversed')
    return [t(words.reversal, { month: reverses ? monthOf(reverses) : '' }), why || words.formerRule];
  if (kind === 'spiff' || kind === 'manual') return [entryKinds[kind], reason];
  return [kind === 'restated' ? t(words.restated, { rule: names }) : names, why];
}

const variableNote = ({ bands, capped }: Part) =>
  [bands.length === 1 ? percent(bands[0]!.percent) : words.bands, capped > 0 && words.capped].filter(Boolean).join(' · '); // prettier-ignore

interface Props {
  lines: readonly StatementLine[];
  /** How many there are on all pages, and what they add up to. */
  count: number;
  total: number;
  userId: number;
  /** The sale whose rules are tried beside them. */
  tried: number | undefined;
  page: number;
  /** Comments of whoever earns it that nobody has answered yet. */
  disputes: readonly Comment[];
  /** Begins a dispute of the sale with a number; absent: the reader disputes nothing. */
  onDispute?: (number: string) => void;
  /** Splits the sale of a line; absent: the reader splits none. */
  onSplit?: (contractId: number) => void;
}

/** A line with what it is reckoned from: contract, rule, basis, and each part. */
function Line({
  line,
  userId,
  tried,
  page,
  disputes,
  onDispute,
  onSplit,
}: { line: StatementLine } & Omit<Props, 'lines' | 'count' | 'total'>) {
  const { kind, contractId, number, vehicle, parts, types, share, amount, madeBy, open } = line;
  const [rule, about] = ruleOf(line);
  const isTried = contractId !== null && contractId === tried;
  // The opposite line repeats the parts of then.
  const sign = kind === 'reversed' ? -1 : 1;
  const cars = parts.filter(({ subject }) => subject === 'car');
  const others = parts.filter(({ subject }) => subject !== 'car');
  const disputed = number === null ? [] : disputes.filter(({ text }) => text.includes(number));
  const based = cars.find(({ basis }) => basis !== null);
  return (
    <>
      <tr className={[amount < 0 && 'back', isTried && 'cur'].filter(Boolean).join(' ') || undefined}>
        <td>
          {contractId === null ? (
            <b>{entryKinds[kind]}</b>
          ) : (
            <a className="link" href={`/dealer/contracts/${contractId}`}>
              <b>{number}</b>
            </a>
          )}
          <small>
            {[vehicle ?? (madeBy && t(words.byHand, { name: madeBy })), day(line.day)].filter(Boolean).join(' · ')}
          </small>
          {onDispute && number !== null && (
            <button type="button" className="link" onClick={() => onDispute(number)}>
              {words.dispute}
            </button>
          )}
        </td>
        <td data-label={words.heads.rule} title={types.map((type) => commissionTypes[type]).join(' · ') || undefined}>
          {rule}
          <small>{[about, open && words.open].filter(Boolean).join(' · ')}</small>
        </td>
        <td className="num" data-label={words.heads.base}>
          {based?.base == null ? <Amount cents={0} /> : <Amount cents={based.base} note={bases[based.basis!]} />}
        </td>
        <td className="num" data-label={words.heads.fixed}>
          <Amount cents={sign * sum(cars, ({ fixed }) => fixed)} />
        </td>
        <td className="num" data-label={words.heads.variable}>
          <Amount
            cents={sign * sum(cars, ({ variable, capped }) => variable - capped)}
            {...(based && { note: variableNote(based) })}
          />
        </td>
        <td className="num" data-label={words.heads.products}>
          <Amount
            cents={sign * sum(others, (part) => part.amount)}
            note={others.map(({ subject }) => subjects[subject].toLowerCase()).join(', ')}
          />
        </td>
        <td className="num" data-label={words.heads.share}>
          {onSplit && contractId !== null && line.earns === 'seller' ? (
            <button type="button" className="link" title={splitWords.open} onClick={() => onSplit(contractId)}>
              {percent(share / 100)}
            </button>
          ) : (
            percent(share / 100)
          )}
        </td>
        <td className="num" data-label={words.heads.amount}>
          {contractId === null || parts.length === 0 ? (
            <b>{money(amount)}</b>
          ) : (
            <a
              className="link"
              href={`?${new URLSearchParams({ ...(page > 1 && { page: String(page) }), contract: String(contractId), person: String(userId) })}`}
              title={words.why}
              aria-current={isTried ? 'true' : undefined}
            >
              <b>{money(amount)}</b>
            </a>
          )}
        </td>
      </tr>
      {disputed.map(({ id, text, by, at }) => (
        <tr key={id} className="dispute">
          <td colSpan={8}>
            <p>«{text}»</p>
            <small>
              {by.name}, {moment(at)}
            </small>{' '}
            <a className="link" href="#comments">
              {words.answer}
            </a>
          </td>
        </tr>
      ))}
    </>
  );
}

/** The lines of a statement, with what they add up to. */
export function Lines({ lines, count, total, ...more }: Props) {
  if (lines.length === 0) return <p className="empty">{words.none}</p>;
  const { contract, rule, ...numbers } = words.heads;
  return (
    <TableWrap label={Object.values(words.heads).join(', ')} className="as-cards card">
      <table className="commission-lines">
        <thead>
          <tr>
            <th scope="col">{contract}</th>
            <th scope="col">{rule}</th>
            {Object.values(numbers).map((label) => (
              <th key={label} scope="col" className="num">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.id} line={line} {...more} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={7}>{t(words.sum, { n: integer(count) })}</td>
            <td className="num">
              <b>{money(total)}</b>
            </td>
          </tr>
        </tfoot>
      </table>
    </TableWrap>
  );
}
