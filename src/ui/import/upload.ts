import { defaultMessage, type ErrorBody } from '#domain/errors.ts';
import type { ImportRow } from '#domain/imports/schema.ts';
import type { ImportKind } from '#domain/imports/terms.ts';
import { ANSWERED, apiPath, CallError } from '#site/lib/call.ts';

/** Sends a file, saying how much of it has gone (0 to 1), which `fetch` cannot; answers the import. Throws CallError as `call` does. */
export function upload(kind: ImportKind, file: File, tell: (share: number) => void): Promise<ImportRow> {
  const request = new XMLHttpRequest();
  request.open('POST', apiPath('POST /imports', { query: { kind, name: file.name.slice(-200) } }));
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.responseType = 'json';
  request.upload.addEventListener('progress', ({ loaded, total }) => tell(total > 0 ? loaded / total : 0));
  return new Promise((done, fail) => {
    const refuse = (status: number, body: ErrorBody) => fail(new CallError(status, body));
    request.addEventListener('error', () =>
      refuse(503, { error: 'unavailable', message: defaultMessage.unavailable, requestId: '' }),
    );
    request.addEventListener('load', () => {
      const { status, response } = request as { status: number; response: unknown };
      if (status === 401) location.assign(`/?${new URLSearchParams({ target: location.pathname + location.search })}`);
      else dispatchEvent(new Event(ANSWERED));
      if (status === 201) done(response as ImportRow);
      else
        refuse(
          status,
          (response as ErrorBody | null) ?? { error: 'internal', message: defaultMessage.internal, requestId: '' },
        );
    });
    request.send(file);
  });
}
