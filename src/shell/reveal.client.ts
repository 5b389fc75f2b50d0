/** The eye of a password field shows the typed password. */
document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('[data-reveal]');
  if (!button) return;
  const input = document.getElementById(button.dataset.reveal!) as HTMLInputElement;
  const shown = input.type === 'password';
  input.type = shown ? 'text' : 'password';
  button.ariaPressed = String(shown);
});
