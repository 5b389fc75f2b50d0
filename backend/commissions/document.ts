/** A statement on paper: what its page says, for who earns it. */
import { dayInRome } from '#domain/dates.ts';
import type { commissions as table } from '#domain/commissions/endpoints.ts';
import { entryKinds, withCorrections, type Corrected } from '#domain/commissions/entries.ts';
import { monthOf } from '#domain/commissions/month.ts';
import type { Statement, StatementLine } from '#domain/commissions/schema.ts';
import { statementStates } from '#domain/commissions/statement.ts';
import { basisWithin, commissionTypes, effectiveTypes } from '#domain/commissions/terms.ts';
import { day, money, percent } from '#domain/italian.ts';
import { drawDocument, readLetterhead } from '../documents/letterhead.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { readStatement } from './statements.ts';

/** From what a part of a line comes: `80,00 € + 211,88 € (8 % di margine II 2.648,56 €)`. */
function reckoned({ name, fixed, variable, basis, base, bands, capped }: StatementLine['parts'][number]): string {
  const rate = bands.length === 1 ? percent(bands[0]!.percent) : 'a fasce';
  const of = basis === null ? '' : [rate, 'di', basisWithin(basis), base === null ? '' : money(base)].join(' ').trim(); // prettier-ignore
  const parts = [
    fixed !== 0 && money(fixed),
    variable !== 0 && `${money(variable)} (${of})`,
    capped > 0 && `meno ${money(capped)} oltre il massimo`,
  ].filter(Boolean);
  return `${name}: ${parts.join(' + ')}`;
}

/** What a line was before it was corrected, or a correction. */
const stepView = ({ kind, day: on, share, reason, amount }: StatementLine) =>
  `${[`${entryKinds[kind]} ${day(on)}`, percent(share / 100), reason].filter(Boolean).join(', ')}: ${money(amount)}`;

const differenceOf = ({ reverses }: StatementLine) =>
  `la differenza da ciò che era ${reverses ? `maturato in ${monthOf(reverses)}` : 'già maturato'}`;

function lineView({ steps, amount }: Corrected<StatementLine>) {
  const [first] = steps;
  const line = steps.at(-1)!;
  const isCorrected = steps.length > 1;
  return {
    title: [entryKinds[first.kind], line.number].filter(Boolean).join(' '),
    about: [line.vehicle, day(first.day), first.kind === 'reversed' && line.reverses && `storno di ${monthOf(line.reverses)}`].filter(Boolean).join(' · '), // prettier-ignore
    rules: [
      ...line.parts.map(reckoned),
      first.kind === 'restated' && differenceOf(first),
      line.sharedWith.length > 0 && `con ${line.sharedWith.join(', ')}`,
      ...(isCorrected ? steps.map(stepView) : [line.reason]),
      line.open && 'margine non ancora noto',
    ].filter(Boolean),
    share: percent(line.share / 100),
    amount: money(amount),
  };
}

/** Everything the document says, as Italian text. */
export const statementView = (of: Statement) => ({
  name: of.user.name,
  facts: [
    ['Mese', monthOf(of.month)],
    ['Stato', statementStates[of.state].label],
    ['Confermato', of.confirmedAt ? `${day(dayInRome(new Date(of.confirmedAt)))}, ${of.confirmedBy ?? ''}` : '—'],
    ['Pagato', of.paidOn ? day(of.paidOn) : '—'],
  ],
  lines: withCorrections(of.lines).map(lineView),
  sums: [
    ['Maturato', money(of.earned)],
    ['Storni', money(of.taken)],
    ...effectiveTypes.flatMap((type) =>
      of.effective[type] ? [[commissionTypes[type], money(of.effective[type])]] : [],
    ),
    ...(of.carried === 0 ? [] : [['Debito da prima', money(of.carried)]]),
  ],
  due: money(of.due),
  hash: of.hash ?? '',
});

export const documentOf: VerbOf<typeof table, 'GET /commissions/statements/:id/document'> = async (
  call,
  { params },
) => {
  const { statement, head } = await call.inside(async (ctx) => ({
    statement: await readStatement(ctx, params.id, null),
    head: await readLetterhead(ctx),
  }));
  const title = `Provvigioni ${monthOf(statement.month)}`;
  const bytes = await drawDocument(call, head, {
    template: 'commissions/statement.typ',
    title,
    number: statement.hash === null ? 'Bozza' : monthOf(statement.month),
    footerLine: `${title} · ${statement.user.name}`,
    view: statementView(statement),
    pictures: {},
  });
  return { bytes, type: 'application/pdf', name: `${title} ${statement.user.name}.pdf`, inline: true };
};
