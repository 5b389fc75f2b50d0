import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// The headless shell is the same browser without windows: opening one for each test costs more than many a test.
const shell = '/usr/bin/chromium-headless-shell';
const places = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable'];
const install = 'apt-get install -y --no-install-recommends chromium-headless-shell';

/** Path of the browser for tests: CHROMIUM_PATH, else the system's; undefined when none starts. */
export function findChromium(): string | undefined {
  const candidates = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : places;
  return candidates.find((path) => existsSync(path) && spawnSync(path, ['--version']).status === 0);
}

/** Installs by apt where this is root on Debian, and says so first. */
function installBy(command: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Chromium senza finestre manca: lo installo con apt-get…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A mirror that does not answer must not hold up the tests.
  spawnSync('sh', ['-c', command], { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 });
}

/**
 * Path of the browser, by Debian's package where it is missing and this is root. Beside Debian's browser with windows, whose pages cost half as much again, the
 * shell of the very same version is installed: no other package changes. Otherwise throws a message with the commands.
 */
export function needChromium(): string {
  const found = findChromium();
  if (process.env.CHROMIUM_PATH && found) return found;
  if (!found) installBy(`apt-get update -qq && ${install} fonts-dejavu-core`);
  else if (found !== shell) {
    const { status, stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Version}', 'chromium-common']);
    if (status === 0) installBy(`${install}=${stdout.toString()} --no-remove`);
  }
  const path = findChromium();
  if (path) return path;
  throw new Error(
    `Chromium manca: installarlo come root con «apt-get update && ${install} fonts-dejavu-core», oppure indicarlo in CHROMIUM_PATH.`,
  );
}
