// A submitted form shows that it was submitted, and is not submitted a second time. Returning to
// the page enables it again.

export function sendOnce(root: Document): void {
  const forms = [...root.querySelectorAll<HTMLFormElement>('[data-form]')];
  for (const form of forms) {
    form.addEventListener('submit', (event) => {
      if (form.dataset['sent'] === 'true') event.preventDefault();
      else mark(form, true);
    });
  }
  // The page comes from the browser's back/forward cache, as it was left.
  addEventListener('pageshow', () => forms.forEach((form) => mark(form, false)));
}

/** Not `disabled`: the pressed button's value must be sent, and the focus must stay. */
function mark(form: HTMLFormElement, isSent: boolean): void {
  form.dataset['sent'] = String(isSent);
  for (const button of form.querySelectorAll<HTMLButtonElement>('button[type=submit]'))
    button.setAttribute('aria-disabled', String(isSent));
}
