import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The process id of the server on this cluster, from the server's lock file. After a reboot or in a new container
 * another program may have that id, and PostgreSQL would take it for itself: such a file is removed.
 */
export function serverProcess(cluster: string): number | undefined {
  const pid = Number(lockFile(cluster)[0] ?? 0);
  if (!pid || !isAlive(pid)) return undefined;
  if (existsSync('/proc/self') && !commandOf(pid).includes('postgres')) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    return undefined;
  }
  return pid;
}

/** Where the running server listens: the folder of its Unix socket, or a loopback address on Windows. */
export function serverAddress(cluster: string): { host: string; port: number } {
  const [, , , port, socketFolder, tcpHost] = lockFile(cluster);
  return { host: socketFolder || tcpHost || 'server-non-attivo.invalid', port: Number(port ?? 0) };
}

/** Lines of postmaster.pid: process, cluster, start, port, socket folder, TCP address. */
function lockFile(cluster: string): string[] {
  const file = join(cluster, 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
