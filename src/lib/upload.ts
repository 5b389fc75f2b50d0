import type { ErrorBody } from '#domain/errors.ts';
import { defaultMessage } from '#domain/errors.ts';
import type { UploadPurpose } from '#domain/uploads/purposes.ts';
import type { Upload } from '#domain/uploads/schema.ts';
import { answered, apiPath, CallError } from './call.ts';

/**
 * Sends a file and tells how much of it has gone, 0 to 1; `fetch` cannot. Gives what the record is to hold. Throws CallError as `call`
 * does; one that was stopped by `signal` is `unavailable`, too.
 */
export function upload(
  file: File,
  {
    purpose,
    onProgress,
    signal,
  }: { purpose: UploadPurpose; onProgress?: (part: number) => void; signal?: AbortSignal },
): Promise<Upload> {
  const request = new XMLHttpRequest();
  request.open('POST', apiPath('POST /uploads', { query: { purpose, name: file.name.slice(-200) } }));
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.responseType = 'json';
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
  signal?.addEventListener('abort', () => request.abort(), { once: true });
  return new Promise((done, fail) => {
    const away = () =>
      fail(
        new CallError(503, { error: 'unavailable', message: defaultMessage.unavailable, requestId: '' } as ErrorBody),
      );
    request.addEventListener('error', away);
    request.addEventListener('abort', away);
    request.addEventListener('load', () => {
      try {
        done(answered<Upload>(request.status, request.response));
      } catch (error) {
        fail(error as Error);
      }
    });
    request.send(file);
  });
}
