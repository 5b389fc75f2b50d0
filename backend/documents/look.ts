import type { Ctx, HeavyCtx } from '../lib/context.ts';

/** How a company looks on its documents. */
export interface Look {
  /** `#rrggbb` of headings and lines; dark enough for white text. */
  colour: string;
  /** `#rrggbb` behind the figures that count; light enough for text. */
  accent: string;
  /** PNG or JPEG. */
  logo: Uint8Array | null;
}

/** A look whose logo is not read yet: it lies in the file store under this key. */
export type UnreadLook = Look & { logo: null; logoKey: string | null };

/** The look of the caller's company as it is now; what is issued keeps it in the document that is kept. */
export async function readLook({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<UnreadLook> {
  const { colour, accent, logoKey } = await db
    .selectFrom('companies')
    .select(['colour', 'accent', 'logoKey'])
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  return { colour, accent, logo: null, logoKey };
}

/** The look with its logo, from a store, which is asked when no transaction is open. A logo that is away is left out. */
export async function withLogo(
  files: Pick<HeavyCtx['files'], 'get'>,
  { colour, accent, logoKey }: UnreadLook,
): Promise<Look> {
  return { colour, accent, logo: logoKey === null ? null : await files.get(logoKey) };
}

const logoPath = (logo: Uint8Array): string => (logo[0] === 0x89 ? 'logo.png' : 'logo.jpg');

/** What a template reads of a look, and the pictures that it places for it. */
export const lookView = ({ colour, accent, logo }: Look) => ({ colour, accent, logo: logo ? logoPath(logo) : '' });
export const lookPictures = ({ logo }: Pick<Look, 'logo'>): Record<string, Uint8Array> =>
  logo ? { [logoPath(logo)]: logo } : {};
