// The shop's page requests an age pass: the challenge comes from the shop's backend, and the pass
// comes from the visitor's browser.
const place = document.querySelector('[data-age-pass]');
const button = place.querySelector('button');
const status = place.querySelector('[role="status"]');

const MESSAGES = {
  declined: 'No pass was shown.',
  no_pass: 'This browser has no pass that shows enough.',
  timeout: 'No pass came. Please try again.',
  pass_shown_before: 'This pass was shown here before.',
  pass_refused: 'This is no pass that we take.',
};

const showStatus = (text) => {
  status.textContent = text;
};

// The challenge is fetched before the button is pressed, because browsers allow a new window only
// while a click is being handled.
const challenge = fetch('/age-pass/check').then((answer) => answer.headers.get('WWW-Authenticate'));
try {
  await challenge;
  button.hidden = false;
} catch {
  showStatus('That does not work now. Please try again later.');
}

button.addEventListener('click', () => {
  void show();
});

async function show() {
  try {
    const token = await globalThis.Agate.askForPass({
      service: place.dataset.service,
      challenge: await challenge,
    });
    const answer = await fetch('/age-pass/check', {
      headers: { Authorization: `PrivateToken token="${token}"` },
    });
    const { old_enough: isOldEnough, pass, error } = await answer.json();
    if (!isOldEnough) return showStatus(MESSAGES[error] ?? 'That did not work.');
    button.hidden = true;
    return showStatus(`Thank you, you are old enough: ${pass.bracket}, a pass of ${pass.issued}.`);
  } catch (error) {
    return showStatus(MESSAGES[error.message] ?? 'That did not work.');
  }
}
