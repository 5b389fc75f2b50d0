/** The page as the server shows it now; null: it cannot be read, or leads elsewhere. Its styles, which the policy of this page would refuse, are left out. */
export async function readAgain(): Promise<Document | null> {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok || answer.redirected) return null;
  const text = (await answer.text()).replace(/<style[\s\S]*?<\/style>/g, '');
  return new DOMParser().parseFromString(text, 'text/html');
}
