import { defaultMessage, Failure, statusOf } from '#domain/errors.ts';
import { shell } from '../messages/it/shell.ts';

/** Header between the error page and fetch.ts; it never leaves the server. */
export const ERROR_STATUS = 'x-error-status';

export interface ErrorText {
  status: number;
  title: string;
  /** What the person can do, or the guard's reason. */
  text: string;
  /** True when a link home helps; false when nothing answers (specification §2). */
  home: boolean;
  /** Seconds until another try may succeed. */
  wait?: number | undefined;
}

/**
 * Status and texts of the error page (specification §2, §8), with the upstream's status if it gave one. An unknown error never shows its
 * own text.
 */
export function errorText(error: unknown): ErrorText {
  const code = error instanceof Failure ? error.code : 'internal';
  const own = error instanceof Failure ? error.detail.status : undefined;
  const words = shell.error;
  if (own && code === 'invalid')
    return { status: own, title: words.other, text: (error as Failure).message, home: true };
  switch (code) {
    case 'not_found':
    case 'invalid':
      return { status: 404, title: words[404], text: '', home: true };
    case 'forbidden':
      return { status: 403, title: words[403], text: defaultMessage.forbidden, home: true };
    case 'unavailable':
      return { status: own ?? 503, title: words[503], text: words.later, home: false, wait: 5 };
    default: {
      const wait = error instanceof Failure ? error.detail.retryAfter : undefined;
      return { status: own ?? statusOf[code], title: words.other, text: '', home: true, wait };
    }
  }
}
