import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    dataDir: string;
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

/** Origin of the running application (`http://localhost:port`), in browser tests. */
export const serverUrl = (): string => inject('serverUrl');

/** Folder of its data, where mails that nobody sends are left. */
export const dataDir = (): string => inject('dataDir');
