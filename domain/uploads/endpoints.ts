import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MOST_UPLOAD_BYTES } from '../upload-purposes.ts';
import { sending, upload, uploadSize } from './schema.ts';

export const uploads = {
  'POST /uploads': endpoint({
    summary:
      'Send a file (application/octet-stream): a picture, or a PDF where it is for papers. The record that is to hold it takes its id within a day',
    query: sending,
    upload: { mostBytes: MOST_UPLOAD_BYTES },
    heavy: 'pictures',
    answer: upload,
    creates: true,
    // One that is sent twice is held by no record, and goes.
    keyed: false,
  }),
  'GET /uploads/:id': endpoint({
    summary: 'A file that was sent: a picture in one of its two sizes',
    query: z.object({ size: uploadSize }),
    answer: 'file',
    lasting: true,
  }),
};
