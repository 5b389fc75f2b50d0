import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { MOST_UPLOAD_BYTES } from '../upload-purposes.ts';
import { emptied, sending, unusedFile, unusedOf, upload, uploadSize } from './schema.ts';

const manage = { privileges: [p.managePreferences] };

export const uploads = {
  'POST /uploads': endpoint({
    summary:
      'Send a file (application/octet-stream): a picture, or a PDF where it is for papers. The record that is to hold it takes its id within a day',
    query: sending,
    upload: { mostBytes: MOST_UPLOAD_BYTES },
    heavy: 'pictures',
    answer: upload,
    creates: true,
    // A repeated upload is held by no record and is deleted.
    keyed: false,
  }),
  'GET /uploads/:id': endpoint({
    summary: 'A file that was sent: a picture in one of its two sizes',
    query: z.object({ size: uploadSize }),
    answer: 'file',
    lasting: true,
  }),
  'GET /uploads/unused': endpoint({
    summary: 'Own files that no record holds, the newest first; they go by themselves after a day',
    answer: z.array(unusedFile),
  }),
  'DELETE /uploads/unused': endpoint({ summary: 'Delete them now', answer: emptied }),
  'GET /uploads/unused/people': endpoint({
    summary: 'How many such files each person of the company has, who has most bytes first',
    ...manage,
    answer: z.array(unusedOf),
  }),
  'DELETE /uploads/unused/people/:id': endpoint({
    summary: 'Delete those of a person now',
    ...manage,
    answer: emptied,
  }),
};
