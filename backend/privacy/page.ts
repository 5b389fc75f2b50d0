import { isDeepStrictEqual } from 'node:util';
import { Failure } from '#domain/errors.ts';
import type { privacy as table } from '#domain/privacy/endpoints.ts';
import type { PrivacyPage } from '#domain/privacy/schema.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, PublicCtx } from '../lib/work/context.ts';
import { followLink, noteOpened, type Link } from '../lib/people/link.ts';
import { keep, readNow, readPerson, readPrivacySettings } from './consents.ts';
import { readHouse, readWords } from '../lib/people/privacy-texts.ts';

type Table = typeof table;

/** Runs `work` in the company of the link's person. Throws as `followLink`. */
async function onPage<T>(call: PublicCtx, token: string, work: (ctx: Ctx, link: Link) => Promise<T>): Promise<T> {
  const { companyId, ...link } = await followLink(call, ['privacy'], token);
  return call.asCompany(companyId, null, (ctx) => work(ctx, link));
}

async function answer(ctx: Ctx, { recordId }: Link): Promise<PrivacyPage> {
  const { name } = await readPerson(ctx, recordId);
  const words = await readWords(ctx);
  const choices = (await readNow(ctx, recordId)).map(({ ending: _ending, ...choice }) => ({
    ...choice,
    text: words[choice.purpose],
  }));
  const { quietMonths, marketingMonths, profilingMonths, thirdPartiesMonths } = await readPrivacySettings(ctx);
  return {
    company: await readHouse(ctx),
    name,
    notice: words.notice,
    months: {
      quiet: quietMonths,
      marketing: marketingMonths,
      profiling: profilingMonths,
      third_parties: thirdPartiesMonths,
    },
    choices,
  };
}

export const readPage: VerbOf<Table, 'GET /privacy/page'> = (call, { query }) => onPage(call, query.token, answer);

/** Stores the answers that differ from the current ones; a consent given again is valid from today. */
export const choose: VerbOf<Table, 'POST /privacy/page'> = (call, { body: { token, choices } }) =>
  onPage(call, token, async (ctx, link) => {
    await readPerson(ctx, link.recordId, true);
    await noteOpened(ctx, link);
    const now = await readNow(ctx, link.recordId);
    const twice = choices.some(({ purpose }, at) => choices.findIndex((one) => one.purpose === purpose) !== at);
    if (twice) throw new Failure('invalid', 'Una finalità è indicata due volte.');
    const said = choices.filter(({ purpose, given, channels }) => {
      const { standing: state, channels: before } = now.find((one) => one.purpose === purpose)!;
      if (!given) return state === 'given' || state === 'expired' || state === 'never';
      const same = purpose !== 'marketing' || isDeepStrictEqual([...channels].toSorted(), [...before].toSorted());
      return state !== 'given' || !same;
    });
    const proof = 'Scelta fatta sulla pagina privata';
    await keep(
      ctx,
      link.recordId,
      said.map((one) => ({ ...one, way: 'page', on: ctx.today, proof, linkId: link.id })),
    );
    return answer(ctx, link);
  });
