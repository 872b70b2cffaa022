// A page whose form carries an answer to a site sends it at once. Before the page has loaded, so that going back from the
// site does not lead here again.

export function leave(root: Document): void {
  root.querySelector<HTMLFormElement>('form[data-leave]')?.requestSubmit();
}
