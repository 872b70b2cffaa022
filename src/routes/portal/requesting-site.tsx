// The site whose request a page answers: who it is, the languages it wants, where the page's forms may end up. What a site
// says of itself is shown as text, and its logo only when it is stored here as a `data:` URL (S-28): nothing is loaded
// from elsewhere.
import type { ConsentRequest } from '../../domain/signing-in/authorization/consent-request.ts';

export interface RequestingSite {
  name: string;
  /** A `data:` URL. */
  logo?: string | undefined;
  /** Host of the redirect URI. */
  host: string;
}

export const siteOf = ({ client, request }: ConsentRequest): RequestingSite => ({
  name: client.name,
  logo: client.logo,
  host: new URL(request.redirectUri).host,
});

/** @returns BCP 47 tags, most wanted first */
export const uiLocalesOf = (consent: ConsentRequest | undefined): string[] =>
  consent?.request.uiLocales?.split(' ').filter((tag) => tag !== '') ?? [];

/**
 * Sources for `form-action` besides our own: browsers apply it to the redirects after a form, too (S-22). Policies know
 * no IPv6 addresses (CSP 3, 2.3.1): a developer's `[::1]` opens its scheme instead.
 */
export function formTargetsOf(consent: ConsentRequest | undefined): string[] {
  if (consent === undefined) return [];
  const { origin, hostname, protocol } = new URL(consent.request.redirectUri);
  return [hostname.startsWith('[') ? protocol : origin];
}

export function SiteHead({ site: { name, logo, host } }: { site: RequestingSite }) {
  return (
    <div class="site-head">
      {logo?.startsWith('data:image/') ? (
        <img class="site-logo" src={logo} alt="" />
      ) : (
        <span class="site-initial" aria-hidden="true">
          {Array.from(name)[0]}
        </span>
      )}
      <p>
        <span class="site-name" dir="auto">
          {name}
        </span>
        <span class="site-host" dir="ltr">
          {host}
        </span>
      </p>
    </div>
  );
}
