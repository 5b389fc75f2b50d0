import type { Config } from '#config';

interface Policy {
  insertScriptResource(source: string): void;
  insertStyleResource(source: string): void;
  insertDirective(directive: `${'connect' | 'img' | 'font' | 'frame' | 'media'}-src ${string}`): void;
}

/** Allows the configured chat and analytics in the security policy, with further files, frames and sockets from their own domains. */
export function allowVendors(
  policy: Policy | undefined,
  { CHAT_SCRIPT, ANALYTICS_SCRIPT }: Partial<Pick<Config, 'CHAT_SCRIPT' | 'ANALYTICS_SCRIPT'>>,
): void {
  const scripts = [CHAT_SCRIPT, ANALYTICS_SCRIPT].filter((script) => script !== undefined);
  if (!policy || scripts.length === 0) return;
  // The first added source replaces the default one, so that one is added back.
  policy.insertScriptResource("'self'");
  for (const origin of new Set(scripts.map((script) => new URL(script).origin))) {
    const domain = new URL(origin).host.split('.').slice(-2).join('.');
    const own = `${origin} https://*.${domain}`;
    for (const source of own.split(' ')) {
      policy.insertScriptResource(source);
      policy.insertStyleResource(source);
    }
    policy.insertDirective(`connect-src 'self' ${own} wss://*.${domain}`);
    policy.insertDirective(`img-src 'self' ${own}`);
    policy.insertDirective(`font-src 'self' ${own}`);
    policy.insertDirective(`media-src 'self' ${own}`);
    policy.insertDirective(`frame-src ${own}`);
  }
}
