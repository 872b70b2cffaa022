// Asks the visitor for an age pass that this site verifies itself (RFC 9577). The service's page
// opens in a window, and then redirects that window to a page of this site with the pass in the
// fragment. The service does not learn which site requested the pass.

interface PassQuestion {
  /** The origin of the service. */
  service: string;
  /**
   * The `WWW-Authenticate` header of your backend's 401 response (`passChallengeHeader` in the
   * SDK).
   */
  challenge: string;
  /** The page of this origin that loads this script and receives the pass. Default: this page. */
  returnUrl?: string;
}

const CHANNEL = 'agate-pass';
/** How long to wait for the visitor to present a pass in the window. */
const PATIENCE_MS = 5 * 60_000;

type Answer = { token: string } | { error: string };

/**
 * Asks the visitor for an age pass. Call this in a click handler, because browsers otherwise block
 * the window.
 * @returns the token for your backend
 * @throws Error when the visitor presents no pass
 */
export function askForPass({ service, challenge, returnUrl }: PassQuestion): Promise<string> {
  const said = (name: string): string | undefined =>
    new RegExp(`\\b${name}="([^"]*)"`).exec(challenge)?.[1];
  const asked = said('challenge');
  if (asked === undefined) throw new TypeError('Agate.askForPass needs the header of a challenge.');
  const back = new URL(returnUrl ?? location.href);
  back.hash = '';
  const passClass = said('class');
  const address = new URL('/passes', service);
  address.hash = new URLSearchParams({
    challenge: asked,
    min_age: said('min-age') ?? '18',
    ...(passClass !== undefined && { class: passClass }),
    return: back.href,
  }).toString();
  const channel = new BroadcastChannel(CHANNEL);
  // Without `noreferrer`, the referrer would reveal to the service which site is asking.
  open(address.href, '_blank', 'noreferrer,popup,width=480,height=640');
  return new Promise<string>((resolve, reject) => {
    const end = (answer: Answer): void => {
      clearTimeout(timer);
      channel.close();
      if ('token' in answer) resolve(answer.token);
      else reject(new Error(answer.error));
    };
    const timer = setTimeout(() => end({ error: 'timeout' }), PATIENCE_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<Answer>) => end(data));
  });
}

/**
 * Runs in the window once it has returned to this site: delivers the age pass to the page that
 * requested it, and closes the window.
 */
export function giveBack(): void {
  const said = new URLSearchParams(location.hash.replace(/^#/, ''));
  const token = said.get('agate_pass');
  const error = said.get('agate_pass_error');
  if (token === null && error === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel of this origin has no target.
  channel.postMessage(token === null ? { error } : { token });
  channel.close();
  close();
}
