/** An idempotency key: minted when a form opens, so that pressing "Salva" again after a lost answer creates nothing twice. */
export function newKey(): string {
  // randomUUID exists only on https and localhost; a showroom PC may reach the server by its address on the network.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
