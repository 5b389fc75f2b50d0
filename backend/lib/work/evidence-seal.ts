/**
 * The seal of this installation: a detached Ed25519 signature over the SHA-256 of a signed document. The key follows from
 * SESSION_SECRET; each seal is stored with its public key, so that it is checked after the secret has changed.
 */
import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';
import type { Config } from '#config';

/** What stands before the 32 bytes of an Ed25519 key in PKCS#8 and SPKI (RFC 8410). */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex');

const privateKey = ({ SESSION_SECRET }: Pick<Config, 'SESSION_SECRET'>): KeyObject => {
  const seed = Buffer.from(hkdfSync('sha256', SESSION_SECRET, '', 'evidence-seal', 32));
  return createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' });
};

/** The 32 bytes of the public key with which this installation seals now. */
export const sealPublic = (config: Pick<Config, 'SESSION_SECRET'>): Buffer =>
  createPublicKey(privateKey(config)).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length);

/** Seals a SHA-256. */
export const sealHash = (config: Pick<Config, 'SESSION_SECRET'>, hash: Uint8Array): Buffer =>
  sign(null, hash, privateKey(config));

/** Whether the seal is that of this hash by this public key. */
export const isSealed = (hash: Uint8Array, seal: Uint8Array, publicKey: Uint8Array): boolean =>
  verify(null, hash, createPublicKey({ key: Buffer.concat([PUBLIC, publicKey]), format: 'der', type: 'spki' }), seal);

/** How people compare keys: `9F3A 77C2 …`, the first half of the key's SHA-256. */
export const fingerprint = (publicKey: Uint8Array): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 32).toUpperCase().match(/.{4}/g)!.join(' ');
