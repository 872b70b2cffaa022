import type { WireAdminOAuthClientDetail } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';

/**
 * The client's redirect and logout addresses, and its web origins. Kinds without an address are
 * left out.
 */
export function Addresses({ found }: { found: WireAdminOAuthClientDetail }) {
  const t = useTexts();
  const { backchannel_logout_uri: back, frontchannel_logout_uri: front } = found;
  const kinds = [
    { title: t('oauth.redirect_uris'), uris: found.redirect_uris },
    { title: t('oauth.after_logout'), uris: found.post_logout_redirect_uris },
    { title: t('oauth.backchannel'), uris: back === undefined ? [] : [back] },
    { title: t('oauth.frontchannel'), uris: front === undefined ? [] : [front] },
    { title: t('oauth.web_origins'), uris: found.web_origins },
  ];
  return (
    <Card title={t('oauth.addresses')}>
      {kinds
        .filter(({ uris }) => uris.length > 0)
        .map(({ title, uris }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul className="rows">
              {uris.map((uri) => (
                <li key={uri} className="row">
                  <bdi className="code break" dir="ltr">
                    {uri}
                  </bdi>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </Card>
  );
}
