import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    applications: { url: string; dataDir: string; ownerUrl: string }[];
  }
}

/** Users of the demo world, by role. */
export const DEMO_USERS = {
  seller: 'giulia.ferrari@brera.example.it',
  admin: 'paolo.riva@brera.example.it',
  director: 'elena.conti@brera.example.it',
  backOffice: 'sara.villa@brera.example.it',
  accounting: 'laura.mancini@brera.example.it',
  reception: 'marta.greco@brera.example.it',
  bdc: 'chiara.moretti@brera.example.it',
  used: 'stefano.rizzo@brera.example.it',
  wholesale: 'nicolo.gallo@brera.example.it',
  otherSeller: 'luca.costa@ligure.example.it',
  otherAdmin: 'anna.bruno@ligure.example.it',
  manufacturer: 'importatore@lumera.example.it',
} as const;

/** The application of this worker: no other running worker has the same number. */
const own = () => inject('applications')[Number(process.env.VITEST_POOL_ID) - 1]!;

/** Origin of the running application (`http://localhost:port`), in browser tests. */
export const serverUrl = (): string => own().url;

/** The application's database, for its owner: a test makes time pass there that nobody waits for. */
export const databaseUrl = (): string => own().ownerUrl;

/** The data folder of the application, which also keeps the mails when no mail server is set. */
export const dataDir = (): string => own().dataDir;
