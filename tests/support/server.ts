import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    applications: { url: string; dataDir: string }[];
  }
}

/** People of the demo world by what they do. */
export const DEMO_USERS = {
  seller: 'giulia.ferrari@brera.example.it',
  admin: 'paolo.riva@brera.example.it',
  director: 'elena.conti@brera.example.it',
  backOffice: 'sara.villa@brera.example.it',
  reception: 'marta.greco@brera.example.it',
  wholesale: 'nicolo.gallo@brera.example.it',
  otherSeller: 'luca.costa@ligure.example.it',
  otherAdmin: 'anna.bruno@ligure.example.it',
  manufacturer: 'importatore@lumera.example.it',
} as const;

/** The application of this worker: at any time no other one has its number. */
const own = () => inject('applications')[Number(process.env.VITEST_POOL_ID) - 1]!;

/** Origin of the running application (`http://localhost:port`), in browser tests. */
export const serverUrl = (): string => own().url;

/** Folder of its data, where mails that nobody sends are left. */
export const dataDir = (): string => own().dataDir;
