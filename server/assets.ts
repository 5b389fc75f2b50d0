import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
};

interface Asset {
  headers: Record<string, string>;
  /** The content by content coding. */
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer };
}

/**
 * Serves the files of `folder` (the built client) from memory, compressed as the build stored them. The returned function gives false when
 * there is no such file. The list is read once and a request's path is only looked up in it, never joined to a folder.
 */
export async function loadAssets(
  folder: string,
): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
  const assets = new Map<string, Asset>();
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${file.slice(folder.length + 1).replaceAll('\\', '/')}`;
    assets.set(encodeURI(path), readAsset(file, path));
  }
  return (request, response) => {
    const asset = assets.get(request.url?.split('?', 1)[0] ?? '');
    if (!asset || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const accepted = request.headers['accept-encoding'] ?? '';
    const coding =
      asset.bodies.br && /\bbr\b/.test(accepted)
        ? 'br'
        : asset.bodies.gzip && /\bgzip\b/.test(accepted)
          ? 'gzip'
          : 'identity';
    const body = asset.bodies[coding]!;
    const headers = { ...asset.headers, ...(coding !== 'identity' && { 'content-encoding': coding }) };
    if (request.headers['if-none-match'] === asset.headers.etag) response.writeHead(304, headers).end();
    else
      response
        .writeHead(200, { ...headers, 'content-length': body.length })
        .end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}

function readAsset(file: string, path: string): Asset {
  const identity = readFileSync(file);
  const bodies: Asset['bodies'] = { identity };
  for (const [coding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    try {
      bodies[coding] = readFileSync(file + ending);
    } catch {
      // Small or already compressed files exist in one form only.
    }
  }
  // A hashed name never changes its content; other files are revalidated.
  const isHashed = path.startsWith('/_astro/');
  return {
    bodies,
    headers: {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`,
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  };
}
