import { expect, test } from 'vitest';
import { allowVendors } from '#site/shell/vendors.server.ts';

function policyFor(config: Parameters<typeof allowVendors>[1]) {
  const given: Record<string, string[]> = {};
  const add = (directive: string, source: string) => (given[directive] ??= []).push(source);
  allowVendors(
    {
      insertScriptResource: (source) => add('script-src', source),
      insertStyleResource: (source) => add('style-src', source),
      insertDirective: (directive) => add(directive.split(' ')[0]!, directive.slice(directive.indexOf(' ') + 1)),
    },
    config,
  );
  return given;
}

test('without chat and analytics the policy stays as it is', () => {
  expect(policyFor({})).toEqual({});
});

test('a vendor may load from its own domain, and the site keeps its own scripts', () => {
  const policy = policyFor({ CHAT_SCRIPT: 'https://client.chat.example/l.js' });
  expect(policy['script-src']).toEqual(["'self'", 'https://client.chat.example', 'https://*.chat.example']);
  expect(policy['connect-src']).toEqual([
    "'self' https://client.chat.example https://*.chat.example wss://*.chat.example",
  ]);
  expect(policy['frame-src']).toEqual(['https://client.chat.example https://*.chat.example']);
});

test('one vendor for both is named once', () => {
  const origin = 'https://all.example';
  const policy = policyFor({ CHAT_SCRIPT: `${origin}/chat.js`, ANALYTICS_SCRIPT: `${origin}/count.js` });
  expect(policy['script-src']).toEqual(["'self'", origin, 'https://*.all.example']);
});
