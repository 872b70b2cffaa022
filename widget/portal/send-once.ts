// Marks a form as sent when it is submitted, and prevents a second submission. Returning to the
// page makes the form usable again.

export function sendOnce(root: Document): void {
  const forms = [...root.querySelectorAll<HTMLFormElement>('[data-form]')];
  for (const form of forms) {
    form.addEventListener('submit', (event) => {
      if (form.dataset['sent'] === 'true') event.preventDefault();
      else mark(form, true);
    });
  }
  // A page from the browser's back/forward cache is shown as it was left, with its buttons still
  // marked.
  addEventListener('pageshow', () => forms.forEach((form) => mark(form, false)));
}

/**
 * Marks the buttons with `aria-disabled` instead of `disabled`, because the pressed button's value
 * must be sent and the button must keep focus.
 */
function mark(form: HTMLFormElement, isSent: boolean): void {
  form.dataset['sent'] = String(isSent);
  for (const button of form.querySelectorAll<HTMLButtonElement>('button[type=submit]'))
    button.setAttribute('aria-disabled', String(isSent));
}
