// The token for Cloudflare's API, from the environment or from wrangler's login. It is never
// printed or written.
import type { Surroundings } from './surroundings.ts';

/**
 * Reads the token. If there is none and a person is at the terminal, it runs wrangler's login
 * first.
 * @throws Error when there is no token and nobody can log in, or when the login fails
 */
export async function readToken(surroundings: Surroundings): Promise<string> {
  const { env, login, print } = surroundings;
  const given = env['CLOUDFLARE_API_TOKEN'] || env['CF_API_TOKEN'];
  if (given) return given;
  const known = await tokenOfLogin(surroundings);
  if (known !== undefined) return known;
  if (login === undefined)
    throw new Error(
      'You are not logged in to Cloudflare: run "npx wrangler login", or set CLOUDFLARE_API_TOKEN.',
    );
  print('Wrangler is opening your browser so that you can log in to Cloudflare.');
  await login();
  const token = await tokenOfLogin(surroundings);
  if (token === undefined) throw new Error('The login to Cloudflare failed.');
  return token;
}

async function tokenOfLogin({ wrangler }: Surroundings): Promise<string | undefined> {
  try {
    const answer = JSON.parse(await wrangler(['auth', 'token', '--json'])) as { token?: string };
    return answer.token;
  } catch {
    return undefined;
  }
}
