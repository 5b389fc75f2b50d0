const passed = ['cookie', 'origin', 'sec-fetch-site', 'user-agent', 'x-forwarded-for'];
const address = Symbol.for('astro.clientAddress');

/** Sends a form that was submitted without JavaScript through the gateway, with the headers that its guard requires. */
export async function send(request: Request, { gateway }: App.Locals, path: string, body?: object): Promise<Response> {
  const headers = new Headers(body && { 'content-type': 'application/json' });
  for (const name of passed) if (request.headers.has(name)) headers.set(name, request.headers.get(name)!);
  const own = new Request(new URL(path, request.url), {
    method: 'POST',
    headers,
    body: body ? JSON.stringify(body) : null,
  });
  Reflect.set(own, address, Reflect.get(request, address));
  return gateway.app.fetch(own);
}
