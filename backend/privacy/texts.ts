import type { PrivacyText } from '#domain/privacy/schema.ts';
import type { privacy as table } from '#domain/privacy/endpoints.ts';
import type { TextKind } from '#domain/privacy/terms.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { addVersion, versionsOf } from '../lib/people/privacy-texts.ts';

type Table = typeof table;
const MOST = 200;

const asText = ({ who, kind, ...row }: Omit<PrivacyText, 'who' | 'kind'> & { who: string | null; kind: string }) => ({
  ...row,
  kind: kind as TextKind,
  who: who ?? 'Sistema',
});

export const readTexts: VerbOf<Table, 'GET /privacy/texts'> = async (ctx) =>
  (await versionsOf(ctx).orderBy('t.id', 'desc').limit(MOST).execute()).map(asText);

export const publish: VerbOf<Table, 'POST /privacy/texts'> = async (ctx, { body: { kind, text } }) => {
  const id = await addVersion(ctx, kind, text, ctx.user.id);
  return asText(await versionsOf(ctx).where('t.id', '=', id).executeTakeFirstOrThrow());
};
