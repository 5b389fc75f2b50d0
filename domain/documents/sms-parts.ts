/** The most characters of an SMS as it is written; the private link takes its place in it. */
export const SMS_LENGTH = 480;

/** The characters of the short alphabet (GSM 03.38); those after the gap take the place of two. */
const SHORT = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/u;
const TWICE = /[\^{}\\[~\]|€]/gu;

/**
 * How many SMS a text takes: 160 characters, or 153 in each of several; with a character that the short alphabet lacks
 * 70, or 67.
 */
export function smsParts(text: string): number {
  const isShort = SHORT.test(text);
  const length = isShort ? text.length + (text.match(TWICE)?.length ?? 0) : text.length;
  const [alone, each] = isShort ? [160, 153] : [70, 67];
  return length <= alone ? 1 : Math.ceil(length / each);
}
