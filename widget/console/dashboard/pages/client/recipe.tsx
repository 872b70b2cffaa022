import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Facts } from '../../../ui/facts.tsx';
import type { Found } from './client-draft.ts';

/** How a certified library uses this client: the program of the guide (docs/sign-in.md), and what others ask for. */
export function Recipe({ found }: { found: Found }) {
  const t = useTexts();
  const isPublic = found.token_endpoint_auth_method === 'none';
  const code = (text: string) => (
    <code dir="ltr" className="break">
      {text}
    </code>
  );
  return (
    <Card title={t('recipe.title')}>
      <p className="muted">{t('recipe.text')}</p>
      <Facts
        facts={[
          { label: t('recipe.issuer'), value: code(location.origin) },
          {
            label: t('recipe.discovery'),
            value: code(`${location.origin}/.well-known/openid-configuration`),
          },
          {
            label: t('recipe.authentication'),
            value: code(isPublic ? 'none' : 'client_secret_basic'),
          },
          { label: t('clients.scopes'), value: code(found.scopes.join(' ')) },
        ]}
      />
      <CodeBlock
        title={t('recipe.program', { library: 'openid-client' })}
        code={programOf(found, isPublic)}
      />
    </Card>
  );
}

const programOf = (
  { client_id: id, redirect_uris: [address = ''], scopes }: Found,
  isPublic: boolean,
) =>
  `import * as oidc from 'openid-client';

const agate = await oidc.discovery(
  new URL('${location.origin}'),
  '${id}',
  ${isPublic ? 'undefined, // a public client has no secret\n  oidc.None(),' : 'process.env.AGATE_CLIENT_SECRET,'}
);

// Before: keep the verifier in the visitor's session, and send them to this address.
const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
const url = oidc.buildAuthorizationUrl(agate, {
  redirect_uri: '${address}',
  scope: '${scopes.join(' ')}',
  code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: 'S256',
});

// After: the address that they came back to.
const tokens = await oidc.authorizationCodeGrant(agate, back, { pkceCodeVerifier });
const claims = await oidc.fetchUserInfo(agate, tokens.access_token, tokens.claims().sub);
`;
