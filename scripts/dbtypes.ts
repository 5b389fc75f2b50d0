/** Writes backend/db/types.gen.ts from the migrated schema: `node scripts/run.mjs scripts/dbtypes.ts`. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../backend/db/migrate.ts';
import { startPostgres } from '../backend/db/postgres.ts';

const out = join(import.meta.dirname, '../backend/db/types.gen.ts');
const dataDir = mkdtempSync(join(tmpdir(), 'volante-types-'));
// Started as root, PostgreSQL runs as another user, who needs access to the folder.
chmodSync(dataDir, 0o711);
const postgres = await startPostgres({ dataDir, fsync: false });
try {
  await migrate(postgres.ownerUrl, { sessionSecret: 'solo per i tipi, mai in servizio' });
  const mapping = {
    int8: 'number',
    numeric: 'number',
    date: 'string',
    timestamptz: 'Instant',
    jsonb: 'unknown',
    citext: 'string',
  };
  const generator = join(import.meta.dirname, '../node_modules/kysely-codegen/dist/cli/bin.js');
  const flags = [
    '--dialect=postgres',
    `--url=${postgres.ownerUrl}`,
    `--out-file=${out}`,
    '--camel-case',
    '--default-schema=public',
  ];
  flags.push(
    '--include-pattern=public.*',
    '--exclude-pattern=public.migrations',
    `--type-mapping=${JSON.stringify(mapping)}`,
  );
  execFileSync(process.execPath, [generator, ...flags], { stdio: 'inherit' });
  // Read as text, written as text or Date.
  const instant = 'type Instant = ColumnType<string, Date | string, Date | string>;\n';
  writeFileSync(out, readFileSync(out, 'utf8').replace('\nexport ', `\n${instant}\nexport `));
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true });
}
