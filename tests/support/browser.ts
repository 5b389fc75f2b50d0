import { chromium, type Browser, type BrowserContext } from 'playwright';
import { DEMO_PASSWORD } from '#backend/db/seed/companies.ts';
import { findChromium } from '../../scripts/chromium.ts';
import { DEMO_USERS, serverUrl } from './server.ts';

/** A browser; close it after the file's tests. Containers have neither a sandbox of their own nor a large /dev/shm. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium manca: `npm test` lo cerca o lo installa.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });
}

/** Logs the context in through the gateway, without the login page. */
export async function signIn(context: BrowserContext, as: keyof typeof DEMO_USERS): Promise<void> {
  const response = await context.request.post(`${serverUrl()}/api/auth/login`, {
    headers: { origin: serverUrl() },
    data: { email: DEMO_USERS[as], password: DEMO_PASSWORD },
  });
  if (!response.ok()) throw new Error(`Accesso di ${DEMO_USERS[as]}: ${response.status()} ${await response.text()}`);
}
