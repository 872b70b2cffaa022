// Shows the text of a password field while the toggle button next to it is on.

export function showPasswords(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-reveal]')) {
    const input = document.getElementById(button.dataset['reveal'] ?? '');
    if (!(input instanceof HTMLInputElement)) continue;
    const [show, hide] = [button.ariaLabel ?? '', button.dataset['hide'] ?? ''];
    const turn = (isShown: boolean): void => {
      input.type = isShown ? 'text' : 'password';
      button.ariaPressed = String(isShown);
      button.ariaLabel = isShown ? hide : show;
    };
    button.hidden = false;
    button.addEventListener('click', () => turn(input.type === 'password'));
    // The password is hidden before submission, because browsers would save a visible one as
    // ordinary text.
    input.form?.addEventListener('submit', () => turn(false));
  }
}
