import { sql } from 'kysely';
import { files } from '#domain/files/endpoints.ts';
import { networkFiles } from '#domain/files/network.ts';
import { area } from '../lib/ports/area.ts';
import { announce, giveUp, takePiece } from './arrivals.ts';
import { become } from './become.ts';
import { bin, move, restore } from './chosen.ts';
import { save } from './change.ts';
import { content, preview, zip } from './download.ts';
import { choices, create, readTree, save as saveFolder } from './folders.ts';
import { hits } from './hits.ts';
import { list } from './list.ts';
import { announce as announceNetwork, become as becomeNetwork } from './network/arrive.ts';
import {
  content as networkContent,
  list as networkList,
  preview as networkPreview,
  readers as networkReaders,
  versions as networkVersions,
} from './network/list.ts';
import { remove, save as publish } from './network/publish.ts';
import { read } from './one.ts';
import { list as readers, receive, remind } from './readers.ts';
import { sweep } from './sweep.ts';

/** A company's files, and those of the network. */
export const companyFiles = area(
  { ...files, ...networkFiles },
  {
    verbs: {
      'GET /files': list,
      'GET /files/folders': readTree,
      'POST /files/folders': create,
      'PUT /files/folders/:id': saveFolder,
      'GET /files/choices': choices,
      'POST /files/moves': move,
      'POST /files/bin': bin,
      'POST /files/restored': restore,
      'GET /files/zip': zip,
      'POST /files/arrivals': announce,
      'POST /files/arrivals/:id/pieces': takePiece,
      'POST /files/arrivals/:id/done': become,
      'DELETE /files/arrivals/:id': giveUp,
      'GET /files/:id': read,
      'PUT /files/:id': save,
      'GET /files/:id/content': content,
      'GET /files/:id/preview': preview,
      'POST /files/:id/receipt': receive,
      'GET /files/:id/readers': readers,
      'POST /files/:id/reminders': remind,
      'GET /network/files': networkList,
      'GET /network/files/readers': networkReaders,
      'POST /network/files/arrivals': announceNetwork,
      'POST /network/files/arrivals/:id/pieces': takePiece,
      'POST /network/files/arrivals/:id/done': becomeNetwork,
      'DELETE /network/files/arrivals/:id': giveUp,
      'PUT /network/files/:id': publish,
      'DELETE /network/files/:id': remove,
      'GET /network/files/:id/content': networkContent,
      'GET /network/files/:id/preview': networkPreview,
      'GET /network/files/:id/versions': networkVersions,
    },
    schedules: [sweep],
    hits: [hits],
    effects: {
      // A role is named where visibility is narrowed to it.
      'role.renamed': async ({ db, user }, { from, to }) => {
        for (const name of ['file_folders', 'files'])
          await sql`update ${sql.table(name)} set roles = array_replace(roles, ${from}, ${to})
          where company_id = ${user.companyId} and ${from} = any(roles)`.execute(db);
      },
    },
    constraints: {
      file_folders_name: { name: 'C’è già una cartella con questo nome' },
      files_name: { name: 'Nella cartella c’è già un file con questo nome' },
    },
  },
);
