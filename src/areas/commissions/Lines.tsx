import type { StatementLine } from '#domain/commissions/schema.ts';
import { entryKinds } from '#domain/commissions/entries.ts';
import { bases, commissionTypes, subjects } from '#domain/commissions/terms.ts';
import { monthOf } from '#domain/commissions/month.ts';
import { day, integer, money, percent } from '#domain/italian.ts';
import type { Comment } from '#domain/record/comments.ts';
import { moment, t } from '#site/lib/intl.ts';
import { split as splitWords, statement as words } from '#site/messages/it/commissions.ts';
import { initialsOf } from '#site/ui/initials.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import type { WantedShare } from './SplitDialog.tsx';

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
  if (kind === 'restated') return [t(words.restated, { rule: names }), [why, words.difference].filter(Boolean).join(' · ')]; // prettier-ignore
  return [names, why];
}

const variableNote = ({ bands, capped }: Part) =>
  [bands.length === 1 ? percent(bands[0]!.percent) : words.bands, capped > 0 && words.capped].filter(Boolean).join(' · '); // prettier-ignore

/** What the reader may do about a dispute. */
type May = Pick<Props, 'onAnswer' | 'onSplit'>;

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
  /** Begins the answer to one; absent: the reader has written it. */
  onAnswer?: (number: string) => void;
  /** Splits the sale of a line, perhaps as a dispute asks; absent: the reader splits none. */
  onSplit?: (contractId: number, wanted?: WantedShare) => void;
}

/** What is disputed of a sale. */
const Disputes = ({ disputes, sale, ...may }: { sale: readonly StatementLine[] } & Pick<Props, 'disputes'> & May) =>
  disputes
    .filter(({ text }) => text.includes(sale[0]!.number!))
    .map((comment) => <Dispute key={comment.id} comment={comment} sale={sale} {...may} />);

/** The share that a dispute names, `70 %`, in percent; null: none that could be a part of a sale. */
function shareIn(text: string): number | null {
  const typed = /(\d{1,3}(?:[.,]\d{1,2})?)\s*%/.exec(text)?.[1];
  const share = Number(typed?.replace(',', '.'));
  return share > 0 && share <= 100 ? share : null;
}

/** What of a sale changes with another share, in cents; null: not all of it stands in this statement, or some is taken back. */
function effectOf(sale: readonly StatementLine[], share: number): number | null {
  const [first, last] = [sale[0]!, sale.at(-1)!];
  if (first.kind !== 'earned' || sale.some(({ kind, trigger }) => kind === 'reversed' || trigger !== first.trigger))
    return null;
  return Math.floor((last.whole * share) / 100) - sale.reduce((total, { amount }) => total + amount, 0);
}

/** What whoever earns a sale has written about it: it is answered, or the sale is split as they ask. */
function Dispute({
  comment: { text, by, at },
  sale,
  onAnswer,
  onSplit,
}: { comment: Comment; sale: readonly StatementLine[] } & May) {
  const { contractId, number } = sale[0]!;
  const shared = sale.filter(({ earns }) => earns === 'seller');
  const wanted = shareIn(text);
  // Nobody raises the own share.
  const mayBring =
    onAnswer &&
    onSplit &&
    contractId !== null &&
    wanted !== null &&
    shared.length > 0 &&
    Math.round(wanted * 100) !== shared.at(-1)!.share;
  const more = mayBring ? effectOf(shared, wanted) : null;
  return (
    <tr className="dispute">
      <td colSpan={8}>
        <div>
          <i aria-hidden>{initialsOf(by.name)}</i>
          <span>
            <p>«{text.replace(`${number}: `, '')}»</p>
            <small>
              {by.name}, {moment(at)}
              {mayBring &&
                more !== null &&
                ` · ${t(words.effect, { share: percent(wanted), more: `${more > 0 ? '+' : ''}${money(more)}` })}`}
            </small>
          </span>
          {onAnswer && (
            <button type="button" className="btn small" onClick={() => onAnswer(number!)}>
              {words.answer}
            </button>
          )}
          {mayBring && (
            <button
              type="button"
              className="btn small primary"
              onClick={() => onSplit(contractId, { userId: by.id, share: wanted, name: by.name })}
            >
              {t(words.bring, { share: percent(wanted) })}
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

/** A line with what it is reckoned from: contract, rule, basis, and each part. */
function Line({
  line,
  userId,
  tried,
  page,
  disputes,
  sale,
  onDispute,
  ...may
}: { line: StatementLine; sale: readonly StatementLine[] | null } & Omit<Props, 'lines' | 'count' | 'total'>) {
  const { kind, contractId, number, vehicle, parts, types, share, sharedWith, amount, madeBy, open, earns, trigger } = line; // prettier-ignore
  const [rule, about] = ruleOf(line);
  const isTried = contractId !== null && contractId === tried;
  // The opposite line repeats the parts of then.
  const sign = kind === 'reversed' ? -1 : 1;
  const cars = parts.filter(({ subject }) => subject === 'car');
  const others = parts.filter(({ subject }) => subject !== 'car');
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
          {may.onSplit && contractId !== null && earns === 'seller' ? (
            <button type="button" className="link" title={splitWords.open} onClick={() => may.onSplit!(contractId)}>
              {percent(share / 100)}
            </button>
          ) : (
            percent(share / 100)
          )}
          {sharedWith.length > 0 && <small>{t(words.sharedWith, { names: sharedWith.join(', ') })}</small>}
        </td>
        <td className="num" data-label={words.heads.amount}>
          {contractId === null || parts.length === 0 ? (
            <b>{money(amount)}</b>
          ) : (
            <a
              className="link"
              href={`?${new URLSearchParams({ ...(page > 1 && { page: String(page) }), contract: String(contractId), person: String(userId), earns, ...(trigger && { trigger }) })}`}
              title={words.why}
              aria-current={isTried ? 'true' : undefined}
            >
              <b>{money(amount)}</b>
            </a>
          )}
        </td>
      </tr>
      {sale && <Disputes disputes={disputes} sale={sale} {...may} />}
    </>
  );
}

/** The lines of a statement, with what they add up to. */
export function Lines({ lines, count, total, disputes, ...more }: Props) {
  if (lines.length === 0) return <p className="empty">{words.none}</p>;
  // A sale may have several lines: what is disputed of it stands below the last one.
  const sales = Map.groupBy(lines, ({ number }) => number);
  const saleOf = (line: StatementLine) => {
    const sale = line.number === null ? undefined : sales.get(line.number);
    return sale?.at(-1) === line ? sale : null;
  };
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
            <Line key={line.id} line={line} sale={saleOf(line)} disputes={disputes} {...more} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={7}>{count === 1 ? words.sumOne : t(words.sum, { n: integer(count) })}</td>
            <td className="num">
              <b>{money(total)}</b>
            </td>
          </tr>
        </tfoot>
      </table>
    </TableWrap>
  );
}
