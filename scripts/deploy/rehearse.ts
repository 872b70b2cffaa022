// `npm run deploy -- --rehearse`: runs a whole deployment, with wrangler itself, against an
// invented account that a program on this machine simulates. It needs no account and no login, and
// nothing leaves this machine.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOKEN } from '../../test/scripts/deploy/fake-account.ts';
import { FakeCloudflare } from '../../test/scripts/deploy/fake-cloudflare.ts';
import { deploy } from './run.ts';
import { realSurroundings } from './surroundings.ts';

const FLAG = '--rehearse';

export const isRehearsal = (args: readonly string[]): boolean => args.includes(FLAG);

/** @throws Error that states what failed and what to do */
export async function rehearse(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const fake = new FakeCloudflare();
  const origin = await fake.start();
  const folder = mkdtempSync(join(tmpdir(), 'agate-rehearsal-'));
  const { login: _login, ...real } = realSurroundings({
    ...env,
    CLOUDFLARE_API_TOKEN: TOKEN,
    CLOUDFLARE_API_BASE_URL: origin,
  });
  console.log(
    'Rehearsal: the account is invented, with the domain example.com, and its addresses lead nowhere.',
  );
  try {
    await deploy(
      args.filter((arg) => arg !== FLAG),
      {
        ...real,
        folder,
        fetchService: (url, init) =>
          fetch(new Request(url).url.replace(/^https:\/\/[^/]+/, `${origin}/service`), init),
        resolves: async () => false,
      },
    );
    console.log(
      `This was a rehearsal: ${fake.calls.length} calls to a program on this machine, which also answered the checks. It shows what a deployment asks, does and keeps (in ${folder}), not that your account is ready.`,
    );
  } finally {
    await fake.stop();
  }
}
