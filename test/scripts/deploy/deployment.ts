// A deployment to the fake Cloudflare, with its own folder.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy } from '../../../scripts/deploy/run.ts';
import { runWrangler, type Surroundings } from '../../../scripts/deploy/surroundings.ts';
import { ACCOUNT, TOKEN } from './fake-account.ts';
import { copyAccount, FakeCloudflare } from './fake-cloudflare.ts';

export const ANSWERS = [
  '--operator=first@quarry.example',
  '--customer=Quarry shop',
  '--owner=owner@quarry.example',
  '--yes',
];

/** The name and the statements of each migration, oldest first. */
export const MIGRATIONS: readonly (readonly [name: string, sql: string])[] = readdirSync(
  'migrations',
)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .map((file) => [file, readFileSync(`migrations/${file}`, 'utf8')]);

export class TriedDeployment {
  readonly fake = new FakeCloudflare();
  readonly folder = mkdtempSync(join(tmpdir(), 'agate-deploy-'));
  /** The arguments of each invocation of wrangler. */
  readonly invocations: string[][] = [];
  /** The secrets that each upload of the service stored. */
  readonly put: Record<string, string>[] = [];
  lines: string[] = [];
  /** Whether wrangler itself runs. Otherwise the calls that it would make are sent directly. */
  isReal = false;
  /** The migrations of the version that is deployed. */
  migrations = MIGRATIONS;
  /** The fake's origin. Only other programs, such as wrangler, reach the fake over the network. */
  #origin = 'http://fake';
  #nowMs = Date.parse('2026-11-29T10:00:00Z');

  async start(): Promise<this> {
    this.#origin = await this.fake.start();
    return this;
  }

  /** Creates a second deployment with copies of the account, the folder and the clock. */
  copy(): TriedDeployment {
    const copy = new TriedDeployment();
    copyAccount(this.fake.account, copy.fake.account);
    cpSync(this.folder, copy.folder, { recursive: true });
    copy.put.push(...this.put);
    copy.migrations = this.migrations;
    copy.#nowMs = this.#nowMs;
    return copy;
  }

  async stop(): Promise<void> {
    await this.fake.stop();
    rmSync(this.folder, { recursive: true });
  }

  /**
   * @returns what the deployment printed
   * @throws Error if the deployment fails
   */
  async run(args: readonly string[] = ANSWERS, more: Partial<Surroundings> = {}): Promise<string> {
    this.lines = [];
    this.#nowMs += 3_600_000;
    await deploy(args, { ...this.#surroundings(), ...more });
    return this.lines.join('\n');
  }

  /** @returns the reason why the deployment failed */
  async fail(args: readonly string[] = ANSWERS, more: Partial<Surroundings> = {}): Promise<string> {
    return this.run(args, more).then(
      () => {
        throw new Error('It did not fail.');
      },
      (error: Error) => error.message,
    );
  }

  /** The environment for programs that call the fake. */
  environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_API_BASE_URL: this.#origin,
    };
  }

  #surroundings(): Surroundings {
    const env = this.environment();
    return {
      folder: this.folder,
      env,
      print: (line) => void this.lines.push(line),
      isSeen: true,
      wrangler: (args) => {
        this.invocations.push([...args]);
        return this.isReal ? runWrangler(args, env) : this.#standIn(args);
      },
      build: async () => {},
      fetchApi: this.#fetch,
      fetchService: (url, init) =>
        this.#fetch(
          new Request(url).url.replace(/^https:\/\/[^/]+/, `${this.#origin}/service`),
          init,
        ),
      resolves: async () => false,
      wait: async (ms) => {
        this.#nowMs += ms;
      },
      now: () => this.#nowMs,
    };
  }

  readonly #fetch: typeof fetch = (input, init) =>
    this.isReal ? fetch(input, init) : this.fake.fetch(input, init);

  /** Sends the calls with which wrangler would change the account, without running wrangler. */
  async #standIn(args: readonly string[]): Promise<string> {
    if (args[0] === 'd1') await this.#migrate();
    else await this.#upload(args);
    return '';
  }

  async #migrate(): Promise<void> {
    const uuid = this.fake.account.databases[0]?.uuid ?? '';
    const query = (sql: string) => this.#send('POST', `/d1/database/${uuid}/query`, { sql });
    await query(
      'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)',
    );
    const answer = await query('SELECT name FROM d1_migrations');
    const [{ results }] = answer as [{ results: { name: string }[] }];
    const applied = new Set(results.map(({ name }) => name));
    for (const [name, sql] of this.migrations)
      if (!applied.has(name))
        await query(`${sql}\nINSERT INTO d1_migrations (name) VALUES ('${name}');`);
  }

  async #upload(args: readonly string[]): Promise<void> {
    const config = option(args, 'config') ?? '';
    const [, name = ''] = /^name = "(.*)"$/m.exec(readFileSync(config, 'utf8')) ?? [];
    const file = option(args, 'secrets-file');
    const secrets = file ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
    if (file !== undefined) this.put.push(secrets);
    const form = new FormData();
    const bindings = Object.keys(secrets).map((secret) => ({ name: secret, type: 'secret_text' }));
    form.set('metadata', JSON.stringify({ bindings }));
    await this.#send('PUT', `/workers/scripts/${name}`, form);
    const [, hostname] = /pattern = "(.*?)"/.exec(readFileSync(config, 'utf8')) ?? [];
    const origins = hostname === undefined ? [] : [{ hostname }];
    await this.#send('PUT', `/workers/scripts/${name}/domains/records`, { origins });
  }

  async #send(method: string, path: string, body: FormData | object): Promise<unknown> {
    const response = await this.#fetch(`${this.#origin}/accounts/${ACCOUNT}${path}`, {
      method,
      headers: { Authorization: `Bearer ${TOKEN}` },
      body: body instanceof FormData ? body : JSON.stringify(body),
    }).catch((error: unknown) => {
      throw new Error(`wrangler failed at ${path}: no response`, { cause: error });
    });
    if (!response.ok) throw new Error(`wrangler failed at ${path}: ${await response.text()}`);
    return ((await response.json()) as { result: unknown }).result;
  }
}

const option = (args: readonly string[], name: string): string | undefined =>
  args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
