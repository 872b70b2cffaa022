// Reads a site's request for a pass from the fragment of the window's URL, which no server sees.
// Pure.
import { isThisMachine } from '../browser/this-machine.ts';
import type { PassRequirement } from './kept-pass.ts';

/**
 * A request from a site that verifies passes itself (RFC 9577): the pass goes back to the site's
 * page, and the service does not learn which page that is.
 */
export interface Question {
  demand: PassRequirement;
  challenge: string;
  returnTo: URL;
}

/**
 * @param hash `#challenge=…&min_age=…&return=…`
 * @returns the request, or undefined if the fragment contains anything else
 */
export function readQuestion(hash: string): Question | undefined {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  const challenge = said.get('challenge');
  const returnTo = readReturn(said.get('return') ?? '');
  const minAge = Number(said.get('min_age'));
  if (!challenge || !returnTo || !Number.isInteger(minAge) || minAge < 1) return undefined;
  const passClass = said.get('class') === 'high' ? { passClass: 'high' as const } : {};
  return { challenge, returnTo, demand: { minAge, ...passClass } };
}

/** Returns the page that receives the pass: an https page, or an http page on this machine. */
function readReturn(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url));
  return isAllowed ? url : undefined;
}

/**
 * Returns the URL of the site's page, with a fragment that contains either the pass or the reason
 * why there is no pass.
 */
export function answerAddress(
  returnTo: URL,
  answer: { token: string } | { error: 'declined' | 'no_pass' },
): string {
  const address = new URL(returnTo);
  const name = 'token' in answer ? 'agate_pass' : 'agate_pass_error';
  const value = 'token' in answer ? answer.token : answer.error;
  address.hash = new URLSearchParams({ [name]: value }).toString();
  return address.href;
}
