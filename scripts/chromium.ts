import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// The headless shell is the same browser without windows: opening one for each test costs more than many a test.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
];

/** Path of the browser for tests: CHROMIUM_PATH, else the system's; undefined when none starts. */
export function findChromium(): string | undefined {
  const candidates = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : places;
  return candidates.find((path) => existsSync(path) && spawnSync(path, ['--version']).status === 0);
}

/** Path of the browser, installed from Debian when it is missing and this is root. Otherwise throws a message with the commands. */
export function needChromium(): string {
  const found = findChromium();
  if (found) return found;
  const install = 'apt-get install -y --no-install-recommends chromium-headless-shell fonts-dejavu-core';
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Chromium manca: lo installo con apt-get…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('sh', ['-c', `apt-get update -qq && ${install}`], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(
    `Chromium manca: installarlo come root con «apt-get update && ${install}», oppure indicarlo in CHROMIUM_PATH.`,
  );
}
