import { t } from '#site/lib/intl.ts';
import { settings } from '#site/messages/it/users.ts';

/** In order of specificity: Edge and Opera also contain "Chrome", and Chrome contains "Safari". */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const nameOf = (names: [RegExp, string][], userAgent: string) => names.find(([mark]) => mark.test(userAgent))?.[1];

/** The device in words, such as "Chrome su Windows". */
export function deviceOf(userAgent: string): string {
  const browser = nameOf(browsers, userAgent);
  const system = nameOf(systems, userAgent);
  if (browser && system) return t(settings.sessions.on, { browser, system });
  return browser ?? system ?? settings.sessions.unknown;
}
