import { z } from 'zod';
import { keysOf } from '../record/machine.ts';
import { dayIn, line, lines } from '../text.ts';
import { channels, purposes, consentStates, texts, ways } from './terms.ts';

const instant = z.iso.datetime({ offset: true });
export const purpose = z.enum(keysOf(purposes));
export const channel = z.enum(keysOf(channels));
const channelList = z.array(channel).max(keysOf(channels).length);

/** One version of a text; a published version never changes. */
export const privacyText = z.object({
  id: z.int(),
  kind: z.enum(keysOf(texts)),
  version: z.int(),
  text: z.string(),
  at: instant,
  who: z.string(),
});
export type PrivacyText = z.output<typeof privacyText>;
export const textInput = z.object({
  kind: z.enum(keysOf(texts)),
  text: lines.min(20, 'Inserire almeno una frase').max(20_000, 'Al massimo 20.000 caratteri'),
});

const way = z.enum(keysOf(ways));
/** A person's answer, as somebody of the company records it. */
export const consentInput = z
  .object({
    purpose,
    given: z.boolean(),
    channels: channelList.default([]),
    way: z.enum(
      keysOf(ways).filter((one) => one !== 'page' && one !== 'form' && one !== 'import') as Exclude<
        keyof typeof ways,
        'page' | 'form' | 'import'
      >[],
    ),
    /** Day on which it was said or signed. */
    on: dayIn('past'),
    proof: line.max(300, 'Al massimo 300 caratteri').default(''),
  })
  .superRefine(({ purpose: of, given, channels: chosen }, ctx) => {
    if (given && of === 'marketing' && chosen.length === 0)
      ctx.addIssue({ code: 'custom', path: ['channels'], message: 'Scegliere almeno un canale' });
  });
export type ConsentInput = z.output<typeof consentInput>;

/** A person's answer about a purpose, with the text that was shown. */
const consentEvent = z.object({
  id: z.int(),
  purpose,
  given: z.boolean(),
  channels: channelList,
  way,
  on: z.string(),
  at: instant,
  /** Null: the company had published no text. */
  textVersion: z.int().nullable(),
  proof: z.string(),
  who: z.string().nullable(),
});

/** The current status of a purpose. */
const consentNow = z.object({
  purpose,
  standing: z.enum(keysOf(consentStates)),
  channels: channelList,
  on: z.string().nullable(),
  until: z.string().nullable(),
  /** About to expire: the person should be asked again. */
  ending: z.boolean(),
});
export const consents = z.object({
  now: z.array(consentNow),
  history: z.array(consentEvent),
  /** Active links to the person's own page, and when it was last opened. */
  links: z.object({ open: z.int(), openedAt: instant.nullable() }),
  /** The address for a mail. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
});
export type Consents = z.output<typeof consents>;

/** The contents of the person's own page. */
export const privacyPage = z.object({
  company: z.object({ name: z.string(), contacts: z.string() }),
  name: z.string(),
  notice: z.string(),
  /** Months for which data are kept: of who concluded nothing, and after each consent. */
  months: z.object({ quiet: z.int(), marketing: z.int(), profiling: z.int(), third_parties: z.int() }),
  choices: z.array(consentNow.omit({ ending: true }).extend({ text: z.string() })),
});
export type PrivacyPage = z.output<typeof privacyPage>;

const choice = z
  .object({ purpose, given: z.boolean(), channels: channelList })
  .refine(({ purpose: of, given, channels: chosen }) => of !== 'marketing' || !given || chosen.length > 0, {
    path: ['channels'],
    message: 'Scegliere almeno un mezzo, o togliere il consenso',
  });
export const pageInput = z.object({ token: line.max(60), choices: z.array(choice).min(1).max(3) });

/** How many people may be contacted for each purpose, by channel where there is one. */
export const reach = z.object({
  purposes: z.array(z.object({ purpose, given: z.int(), ending: z.int() })),
  channels: z.array(z.object({ channel, given: z.int() })),
});
export type Reach = z.output<typeof reach>;
