import type { ReactNode } from 'react';
import { addDays } from '#domain/dates.ts';
import { day, money } from '#domain/italian.ts';
import { roadCostOf } from '#domain/quotes/sheet/road-cost.ts';
import { capText, CAP_LIST, newCarExample, usedCarExample, withLine } from '#domain/quotes/setting-examples.ts';
import { quoteSettingFields as fields, type QuoteSettings as Values } from '#domain/quotes/settings/fields.ts';
import { quoteParts } from '#domain/quotes/settings/parts.ts';
import { quoteSectionWords } from '#domain/quotes/terms.ts';
import type { QuoteSample, QuoteSettingsAnswer as Answer } from '#domain/quotes/settings/schema.ts';
import { roleNames } from '#domain/role-names.ts';
import { netOf, DEFAULT_TAX_RATE } from '#domain/money.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { quoteSettings } from '#site/messages/it/quote-settings.ts';
import { named, textsOf } from '#site/ui/choices.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields, type Examples } from '#site/ui/dated/DatedFields.tsx';
import { Example } from '#site/ui/dated/Example.tsx';
import { useRaise } from '#site/ui/raise/useRaise.tsx';
import { MailPreview } from './MailPreview.tsx';
import { Caps, Charges } from './Shown.tsx';

const words = quoteSettings;
const calls: Omit<DatedCalls<Values, Answer>, 'save'> = {
  unschedule: (version, from) => call('POST /quotes/settings/unschedule', { version, body: { from } }),
  history: () => call('GET /quotes/settings/timeline', {}),
};

const layoutOf = ({ makers, ownRoles }: Answer) =>
  ({
    charges: { look: 'table', layout: { category: { span: 6 }, roadCost: { span: 2 } } },
    caps: {
      look: 'table',
      layout: {
        role: { span: 2, options: textsOf([...new Set([...roleNames, ...ownRoles.map(({ name }) => name)])]) },
        makerId: { span: 2, options: named(makers) },
        usage: { span: 1 },
        percent: { span: 1 },
      },
    },
    roadVat: { span: 6, look: 'switch' },
    roadRegistration: { span: 2 },
    roadTransport: { span: 2 },
    roadPreparation: { span: 2 },
    quotationRequired: { span: 6 },
    deposit: { span: 6 },
    offerSubject: { span: 6 },
    reminderSubject: { span: 6 },
    receiptSubject: { span: 6 },
  }) as const;

const roadLine = { no: 7, key: 'road', label: 'Messa su strada' };
const agencyLine = { no: 8, key: 'agency', label: 'Pratica di agenzia' };

/** What an amount changes on the company's newest quote; on the sample while there is none. */
function OnQuote({
  sample,
  line,
  amounts: [now, was],
  children,
}: {
  sample: QuoteSample | null;
  line: typeof roadLine;
  amounts: readonly [now: number, was: number];
  children: ReactNode;
}) {
  if (!sample) return children;
  const { number, vehicle, rows } = sample;
  const title = number ? t(words.onQuote, { number, vehicle }) : t(words.onDraft, { vehicle });
  return <Example title={title} rows={withLine(rows, line, now)} before={withLine(rows, line, was)} />;
}

/** What the messa su strada does to a quote, to the quotes at hand and to the margin. */
function RoadCost({ values, before, answer }: { values: Values; before: Values; answer: Answer }) {
  const [now, was] = [roadCostOf(values), roadCostOf(before)];
  const more = now - was;
  const margin = netOf(Math.abs(more), DEFAULT_TAX_RATE);
  return (
    <>
      <OnQuote sample={answer.samples.new} line={roadLine} amounts={[now, was]}>
        <Example title={words.newCar} rows={newCarExample(now)} before={newCarExample(was)} />
      </OnQuote>
      {more !== 0 && (
        <ul>
          <li>{t(words.drafts, { n: answer.drafts, amount: money(now) })}</li>
          <li>{t(words.issued, { n: answer.issued, amount: money(was) })}</li>
          <li>{t(words.marginBy, { amount: `${more > 0 ? '+' : '−'}${money(margin)}` })}</li>
        </ul>
      )}
    </>
  );
}

const shown = {
  charges: ({ periods }: Answer) => <Charges rows={periods[0]!.values.charges} />,
  caps: (answer: Answer) => <Caps {...answer} rows={answer.periods[0]!.values.caps} />,
  // The card shows only the example, which contains all texts.
  mails: () => <></>,
};
/** How many numbered conditions a document prints of this text. */
const conditionsIn = (text: string) => text.split('\n').filter((line) => line.trim()).length;

const examples: Examples<Values, Answer> = {
  validity: ({ expiryDays }, _before, _answer, today) =>
    t(words.expires, { today: day(today), day: day(addDays(today, expiryDays)) }),
  roadCost: (values, before, answer) => <RoadCost values={values} before={before} answer={answer} />,
  caps: ({ caps }, _before, { samples }) => {
    const list = samples.new?.listTotal ?? CAP_LIST;
    const most = Math.max(0, ...caps.map(({ percent }) => percent));
    return t(words.capExample, { list: money(list), most: capText(most, list) });
  },
  used: (values, before, { samples }) => (
    <OnQuote sample={samples.used} line={agencyLine} amounts={[values.agencyFee, before.agencyFee]}>
      <Example
        title={words.usedCar}
        rows={usedCarExample(values.agencyFee)}
        before={usedCarExample(before.agencyFee)}
      />
    </OnQuote>
  ),
  margins: ({ objectiveBonus, stockCost }) =>
    t(words.marginExample, { bonus: money(objectiveBonus), cost: money(stockCost) }),
  start: ({ deposit }) => t(words.startExample, { deposit: money(deposit) }),
  sections: ({ sections }) =>
    t(words.sectionsExample, {
      first: quoteSectionWords[sections[0]!],
      second: quoteSectionWords[sections[1]!],
      last: quoteSectionWords[sections.at(-1)!],
    }),
  charges: ({ charges: [first], ...values }) => {
    const general = money(roadCostOf(values));
    if (!first) return t(words.noChargesExample, { general });
    const category = fields.charges.fields.category.words[first.category];
    const own = first.roadCost === null ? general : money(first.roadCost);
    return t(words.chargesExample, { category, own, general });
  },
  mails: (values) => <MailPreview values={values} />,
  footers: ({ footer, usedFooter, b2bFooter }) =>
    t(words.footersExample, {
      fresh: conditionsIn(footer),
      used: conditionsIn(usedFooter),
      b2b: conditionsIn(b2bFooter),
    }),
};

interface Props {
  data: Answer;
  events: Events;
  today: string;
}

/** The company's settings for its quotes, card by card. */
export function QuoteSettings(props: Props) {
  const { raising, question } = useRaise();
  const save: DatedCalls<Values, Answer>['save'] = (version, body) =>
    raising((raise) => call('PUT /quotes/settings', { version, body: { ...body, raise } }));
  return (
    <>
      <DatedFields<Values, Answer>
        {...props}
        fields={fields}
        calls={{ ...calls, save }}
        parts={quoteParts}
        layout={layoutOf}
        shown={shown}
        examples={examples}
      />
      {question}
    </>
  );
}
