import type { Effect, StatementLine } from '#domain/commissions/schema.ts';
import { entryKinds, LINES_OF_PAGE, withCorrections, type Corrected } from '#domain/commissions/entries.ts';
import { bases, commissionTypes, subjects } from '#domain/commissions/terms.ts';
import { monthOf } from '#domain/commissions/month.ts';
import { day, integer, money, percent } from '#domain/italian.ts';
import type { Comment } from '#domain/record/comments.ts';
import { moment, t } from '#site/lib/intl.ts';
import { split as splitWords, statement as words } from '#site/messages/it/commissions.ts';
import { keysOf } from '#domain/record/machine.ts';
import { initialsOf } from '#site/ui/initials.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import { amountIn, saleOf, shareIn } from './disputes.ts';
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
  if (kind === 'restated') {
    const difference = reverses ? t(words.differenceFrom, { month: monthOf(reverses) }) : words.difference;
    return [t(words.restated, { rule: names }), [why, difference].filter(Boolean).join(' · ')];
  }
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
  /** What each of them that names a share would change, by its comment; of some nothing is known. */
  effects: Readonly<Record<number, Effect>>;
  /** Begins a dispute of the sale with a number; absent: the reader disputes nothing. */
  onDispute?: (number: string) => void;
  /** Begins the answer to one; absent: the reader has written it. */
  onAnswer?: (number: string) => void;
  /** Splits the sale of a line, perhaps as a dispute asks; absent: the reader splits none. */
  onSplit?: (contractId: number, wanted?: WantedShare) => void;
}

/** What is disputed of a sale. */
const Disputes = ({
  disputes,
  effects,
  sale,
  ...may
}: { sale: readonly StatementLine[] } & Pick<Props, 'disputes' | 'effects'> & May) =>
  disputes
    .filter((comment) => saleOf(comment, sale).length > 0)
    .map((comment) => <Dispute key={comment.id} comment={comment} effect={effects[comment.id]} sale={sale} {...may} />);

const signed = (cents: number) => `${cents > 0 ? '+' : ''}${money(cents)}`;

/**
 * What a dispute asks for, in money: what is due with the share that it names, or the amount that it names, beside what stands
 * here; and what the colleagues who share the sale would have less.
 */
function wantedIn({ text, by }: Comment, sale: readonly StatementLine[], effect: Effect = []): string {
  const [share, amount] = [shareIn(text), amountIn(text)];
  const is = sale.reduce((total, line) => total + line.amount, 0);
  const asked = amount !== null && t(words.asked, { due: money(amount), more: signed(amount - is) });
  const own = effect.find(({ userId, more }) => userId === by.id && more !== 0);
  const others = effect.filter(({ userId, more }) => userId !== by.id && more !== 0);
  const wanted = own && share !== null && t(words.effect, { share: percent(share), due: money(own.amount + own.more), more: signed(own.more) }); // prettier-ignore
  const isMet = share !== null && sale.findLast(({ earns }) => earns === 'seller')?.share === Math.round(share * 100);
  if (isMet) return t(words.met, { share: percent(share) });
  const lose = others.map(({ name, more, month }) =>
    t(words.toOther, { more: signed(more), name, month: monthOf(month) }),
  );
  return [asked, wanted && [wanted, ...lose].join(', ')].filter(Boolean).join(' · ');
}

/** What whoever earns a sale has written about it: it is answered, or the sale is split as they ask. */
function Dispute({
  comment,
  effect,
  sale,
  onAnswer,
  onSplit,
}: { comment: Comment; effect: Effect | undefined; sale: readonly StatementLine[] } & May) {
  const { text, by, at } = comment;
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
  return (
    <tr className="dispute">
      <td colSpan={8}>
        <div>
          <i aria-hidden>{initialsOf(by.name)}</i>
          <span>
            <p>«{text.replace(`${number}: `, '')}»</p>
            <small>{[`${by.name}, ${moment(at)}`, wantedIn(comment, sale, effect)].filter(Boolean).join(' · ')}</small>
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

/** What a line was before it was corrected, and each correction. */
const Steps = ({ steps }: Pick<Corrected<StatementLine>, 'steps'>) => (
  <ul className="commission-steps" aria-label={words.steps}>
    {steps.map(({ id, kind, day: on, amount, share, reason, madeBy }) => (
      <li key={id}>
        {[`${entryKinds[kind]} ${day(on)}`, percent(share / 100), reason, madeBy && t(words.byHand, { name: madeBy })]
          .filter(Boolean)
          .join(', ')}
        {': '}
        <span className="num">{signed(amount)}</span>
      </li>
    ))}
  </ul>
);

/** A line with what it is reckoned from: contract, rule, basis, and each part; what corrected it stands within. */
function Line({
  row: { steps, amount },
  userId,
  tried,
  page,
  disputes,
  effects,
  sale,
  onDispute,
  ...may
}: { row: Corrected<StatementLine>; sale: readonly StatementLine[] | null } & Omit<
  Props,
  'lines' | 'count' | 'total'
>) {
  const [first] = steps;
  const line = steps.at(-1)!;
  const { contractId, number, vehicle, parts, types, share, sharedWith, madeBy, open, earns, trigger } = line;
  const { kind } = first;
  const isCorrected = steps.length > 1;
  const [rule, about] = ruleOf(isCorrected ? { ...line, kind, reason: '', madeBy: null } : line);
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
            {[vehicle ?? (madeBy && t(words.byHand, { name: madeBy })), day(first.day)].filter(Boolean).join(' · ')}
          </small>
          {onDispute && number !== null && (
            <button type="button" className="link" title={words.disputeHelp} onClick={() => onDispute(number)}>
              {words.dispute}
            </button>
          )}
        </td>
        <td data-label={words.heads.rule} title={types.map((type) => commissionTypes[type]).join(' · ') || undefined}>
          {rule}
          <small>{[about, open && words.open].filter(Boolean).join(' · ')}</small>
          {isCorrected && <Steps steps={steps} />}
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
      {sale && <Disputes disputes={disputes} effects={effects} sale={sale} {...may} />}
    </>
  );
}

/** What lines there are: `6 maturate, 1 storno, 1 correzione`. */
function kindsOf(rows: readonly Corrected<StatementLine>[], lines: number): string {
  const { corrections, ...kinds } = words.kinds;
  const said = ([one, many]: readonly [string, string], n: number) => (n === 0 ? [] : n === 1 ? one : t(many, { n: integer(n) })); // prettier-ignore
  const each = keysOf(kinds).flatMap((kind) => said(kinds[kind], rows.filter(({ steps: [first] }) => first.kind === kind).length)); // prettier-ignore
  return [...each, ...[said(corrections, lines - rows.length)].flat()].join(', ');
}

/** The lines of a statement, each with its corrections, and what they add up to. */
export function Lines({ lines, count, total, ...more }: Props) {
  if (lines.length === 0) return <p className="empty">{words.none}</p>;
  const rows = withCorrections(lines);
  // A sale may have several lines: what is disputed of it stands below the last one.
  const sales = Map.groupBy(lines, ({ number }) => number);
  const saleBelow = ({ steps }: Corrected<StatementLine>) => {
    const sale = sales.get(steps[0].number);
    return steps[0].number !== null && sale?.at(-1) === steps.at(-1) ? sale! : null;
  };
  const { contract, rule, ...numbers } = words.heads;
  const said = count === 1 ? words.sumOne : t(words.sum, { n: integer(count) });
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
          {rows.map((row) => (
            <Line key={row.steps[0].id} row={row} sale={saleBelow(row)} {...more} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={7}>
              {said}
              {count <= LINES_OF_PAGE && <small> {kindsOf(rows, count)}</small>}
            </td>
            <td className="num">
              <b>{money(total)}</b>
            </td>
          </tr>
        </tfoot>
      </table>
    </TableWrap>
  );
}
