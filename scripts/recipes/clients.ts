// The OAuth clients that the recipes use, created through the dashboard API as a site's developer
// would create them.
interface RecipeClients {
  CLIENT_ID: string;
  CLIENT_SECRET: string;
  PUBLIC_CLIENT_ID: string;
  /** The client with `pkce_optional`, for libraries without PKCE. */
  PKCE_FREE_CLIENT_ID: string;
  PKCE_FREE_CLIENT_SECRET: string;
}

const SCOPES = ['openid', 'age_verification'];
/** The paths of the libraries' redirect URIs. */
const CALLBACKS = ['/callback', '/auth/callback/agate', '/auth/agate/callback', '/complete/oidc/'];

/**
 * @param service the origin of the service
 * @param owner the credentials of a customer's owner
 * @param site the origin at which the recipes run
 * @returns the clients, and a function that removes them
 * @throws Error with the service's error response when a call fails
 */
export async function registerClients(
  service: string,
  owner: { email: string; password: string },
  site: string,
): Promise<{ clients: RecipeClients; remove: () => Promise<void> }> {
  const group = `${service}/dashboard/v1`;
  const { access_token: token = '' } = await call('POST', `${group}/auth/login`, '', owner);
  const make = (more: object) =>
    call('POST', `${group}/oauth-clients`, token, {
      redirect_uris: CALLBACKS.map((path) => site + path),
      scopes: SCOPES,
      ...more,
    });
  const confidential = await make({ name: 'Recipes' });
  const open = await make({
    name: 'Recipes of pages',
    token_endpoint_auth_method: 'none',
    web_origins: [site],
  });
  const pkceFree = await make({ name: 'Recipes without PKCE', pkce_optional: true });
  return {
    clients: {
      CLIENT_ID: confidential['id'] ?? '',
      CLIENT_SECRET: confidential['client_secret'] ?? '',
      PUBLIC_CLIENT_ID: open['id'] ?? '',
      PKCE_FREE_CLIENT_ID: pkceFree['id'] ?? '',
      PKCE_FREE_CLIENT_SECRET: pkceFree['client_secret'] ?? '',
    },
    remove: async () => {
      for (const { id } of [confidential, open, pkceFree])
        await call('DELETE', `${group}/oauth-clients/${id}`, token);
    },
  };
}

async function call(
  method: string,
  url: string,
  token: string,
  body?: object,
): Promise<Record<string, string | undefined>> {
  const response = await fetch(url, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data?: Record<string, string>; error?: unknown };
  if (answer.data === undefined) throw new Error(`${url}: ${JSON.stringify(answer.error)}`);
  return answer.data;
}
