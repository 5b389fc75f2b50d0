import { defaultMessage } from '#domain/errors.ts';
import type { UploadPurpose } from '#domain/upload-purposes.ts';
import { answered, apiPath, CallError, type CallAnswer, type CallInput } from './call.ts';

/** The calls whose body is a file, with their query beside the file name. */
interface Sending {
  'POST /uploads': { purpose: UploadPurpose };
  'POST /imports': { kind: NonNullable<CallInput<'POST /imports'>['query']>['kind'] };
  'POST /imports/:id/errors': object;
  'POST /links/upload': { token: string };
  'POST /links/enclosures': { token: string; enclosure: number };
  /** A piece has no name of its own. */
  'POST /files/arrivals/:id/pieces': { at: number; name: undefined };
  'POST /network/files/arrivals/:id/pieces': { at: number; name: undefined };
}

/**
 * Sends a file and reports its progress from 0 to 1, which `fetch` cannot do. Throws CallError like `call`; a broken connection is
 * `unavailable`.
 */
export function upload<N extends keyof Sending>(
  name: N,
  about: Sending[N],
  file: File,
  tell: (part: number) => void,
  /** The record that takes the file, at the version that the person saw. */
  to: { params?: object; version?: number } = {},
): Promise<CallAnswer<N>> {
  const request = new XMLHttpRequest();
  request.open('POST', apiPath(name, { params: to.params ?? {}, query: { name: file.name.slice(-200), ...about } }));
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('content-type', 'application/octet-stream');
  if (to.version !== undefined) request.setRequestHeader('if-match', `"v${to.version}"`);
  request.responseType = 'json';
  request.upload.addEventListener('progress', ({ loaded, total }) => tell(total > 0 ? loaded / total : 0));
  return new Promise((done, fail) => {
    request.addEventListener('error', () =>
      fail(new CallError(503, { error: 'unavailable', message: defaultMessage.unavailable, requestId: '' })),
    );
    request.addEventListener('load', () => {
      try {
        done(answered<CallAnswer<N>>(request.status, request.response));
      } catch (error) {
        fail(error as Error);
      }
    });
    request.send(file);
  });
}
