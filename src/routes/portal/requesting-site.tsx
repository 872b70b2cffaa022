// The site whose request is shown on a page: its identity and requested languages. Texts provided
// by the site are escaped, and its logo is shown only when this service stores it as a `data:` URL
// (S-28): nothing is loaded from other hosts.
import type { ConsentRequest } from '../../domain/signing-in/authorization/consent-request.ts';

export interface RequestingSite {
  name: string;
  /** The site's logo, as a `data:` URL. */
  logo?: string | undefined;
  /** The host of the redirect URI, or the code that a device shows. */
  host: string;
}

export const siteOf = ({ client, request }: ConsentRequest): RequestingSite => ({
  name: client.name,
  logo: client.logo,
  host: request.userCode ?? new URL(request.redirectUri).host,
});

/** @returns BCP 47 tags, most preferred first */
export const uiLocalesOf = (consent: ConsentRequest | undefined): string[] =>
  consent?.request.uiLocales?.split(' ').filter((tag) => tag !== '') ?? [];

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
