import type { Audience } from '#domain/news/audience.ts';
import { plural } from '#site/lib/icu.server.ts';
import { news } from '#site/messages/it/news.ts';

const words = news.audience;

/** For whom something is written, in a few words. */
export function audienceIn({ forCompanies, forBrands, forRoles }: Audience): string {
  const parts = [
    [words.companies, forCompanies.length],
    [words.brands, forBrands.length],
    [words.roles, forRoles.length],
  ] as const;
  const some = parts.filter(([, n]) => n > 0).map(([message, n]) => plural(message, { n }));
  return some.length > 0 ? some.join(', ') : words.everybody;
}
