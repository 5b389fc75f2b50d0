import { z } from 'zod';
import { endpoint, forEveryCompany } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { MOST_UPLOAD_BYTES, PHONE_FILES, PHONE_MINUTES } from '../upload-purposes.ts';
import { arrived, emptied, phoneLink, phoneSide, sending, unusedFile, unusedOf, upload, uploadSize } from './schema.ts';

const withToken = z.object({ token: z.string().min(40).max(60) });
const manage = { privileges: [p.managePreferences] };

export const uploads = {
  ...forEveryCompany({
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
  }),
  'POST /uploads/links': endpoint({
    summary: `A link by which a phone sends the caller files of one purpose: ${PHONE_MINUTES} minutes, up to ${PHONE_FILES} files`,
    body: sending.pick({ purpose: true }).extend({ most: z.int().min(1).max(PHONE_FILES).default(PHONE_FILES) }),
    answer: phoneLink,
  }),
  'GET /uploads/links/:id': endpoint({ summary: 'What came by an own link', answer: arrived }),
  'DELETE /uploads/links/:id': endpoint({ summary: 'End an own link: what came stays' }),
  'GET /links/upload': endpoint({
    summary: 'What the link of a phone asks for',
    audience: 'public',
    link: true,
    query: withToken,
    answer: phoneSide,
  }),
  'POST /links/upload': endpoint({
    summary: 'Send a file by the link of a phone',
    audience: 'public',
    link: true,
    query: withToken.extend({ name: sending.shape.name }),
    upload: { mostBytes: MOST_UPLOAD_BYTES },
    answer: phoneSide.pick({ left: true }),
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
