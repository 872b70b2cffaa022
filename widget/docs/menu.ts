// On a phone, a button opens and closes the menu; on wider screens the menu is always visible.

/** Shows the button, and keeps the menu closed until the button is pressed. */
export function setUpMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('.menu-button');
  const menu = document.querySelector<HTMLElement>('.menu');
  if (button === null || menu === null) return;
  const show = (isOpen: boolean) => {
    button.setAttribute('aria-expanded', String(isOpen));
    menu.classList.toggle('is-closed', !isOpen);
  };
  button.hidden = false;
  show(false);
  button.addEventListener('click', () => show(button.getAttribute('aria-expanded') !== 'true'));
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || button.offsetParent === null) return;
    show(false);
    button.focus();
  });
  const current = menu.querySelector('[aria-current]');
  if (getComputedStyle(menu).overflowY === 'auto') current?.scrollIntoView({ block: 'center' });
}
