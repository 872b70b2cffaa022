// The metered service in workerd, with two customers, and its meter.
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { makeCustomer, newWebhookSecret } from '../storm/customer.ts';
import { runAgate } from '../oauth/agate.ts';
import { cpuSeconds } from '../oauth/processes.ts';
import type { Taken } from './counts.ts';

/** The metered entry point of the service. */
const WORKER = 'test/support/counted/metered/worker.ts';
const IDLE_WAIT_MS = 100;

/** The usage of one journey. The CPU time covers the whole local runtime. */
export interface Metered extends Taken {
  cpuMs: number;
}

type Agate = Awaited<ReturnType<typeof runAgate>>;

export interface MeteredService {
  agate: Agate;
  /** API keys of a customer with one webhook, and of a customer without webhooks. */
  keys: { hooked: string; quiet: string };
  meter: MeterClient;
  stop: () => Promise<void>;
}

export async function startService(): Promise<MeteredService> {
  const keyEncryptionKey = randomBytes(32).toString('base64');
  const agate = await runAgate(WORKER, {
    KEY_ENCRYPTION_KEY: keyEncryptionKey,
    PASS_FLOOR: '0',
  });
  const database = await agate.miniflare.getD1Database('DB');
  const query = async <Row>(sql: string, ...parameters: (string | number | null)[]) => {
    const answer = await database
      .prepare(sql)
      .bind(...parameters)
      .all<Row>();
    return answer.results;
  };
  const receiver = await startReceiver();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const hook = { url, secret: newWebhookSecret() };
  const { liveKey } = await makeCustomer({ keyEncryptionKey, query }, hook);
  return {
    agate,
    keys: { hooked: liveKey, quiet: agate.tenant.secret_key },
    meter: new MeterClient(agate),
    stop: async () => {
      await agate.miniflare.dispose();
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}

/** Starts a customer's server that accepts every webhook. */
async function startReceiver(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end('thank you'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

export class MeterClient {
  readonly #agate: Pick<Agate, 'origin' | 'pid'>;

  constructor(agate: Pick<Agate, 'origin' | 'pid'>) {
    this.#agate = agate;
  }

  /**
   * @returns the result of the work and its usage, including the messages and the deferred work
   *   that it causes
   */
  async measure<T>(work: () => Promise<T>): Promise<{ answer: T; used: Metered }> {
    await this.untilIdle();
    await this.#ask('take');
    const before = cpuSeconds(this.#agate.pid);
    const answer = await work();
    await this.untilIdle();
    const taken = (await this.#ask('take')) as Taken;
    return { answer, used: { ...taken, cpuMs: 1000 * (cpuSeconds(this.#agate.pid) - before) } };
  }

  /** Waits until no messages and no deferred work remain. */
  async untilIdle(): Promise<void> {
    for (let quiet = 0; quiet < 2;) {
      quiet = (await this.#ask('idle')) === true ? quiet + 1 : 0;
      await delay(IDLE_WAIT_MS);
    }
  }

  /** Advances the service's clock. */
  async forward(ms: number): Promise<void> {
    await this.#ask(`forward?ms=${ms}`);
  }

  /**
   * Triggers every alarm that is due by the service's clock.
   * @returns the number of alarms triggered
   */
  ringAlarms(): Promise<number> {
    return this.#ask('alarms') as Promise<number>;
  }

  /** @throws Error when a step of the schedule failed */
  async runSchedule(cron: string): Promise<void> {
    const isDone = await this.#ask(`schedule?cron=${encodeURIComponent(cron)}`);
    if (isDone !== true) throw new Error(`A step of the schedule ${cron} failed.`);
  }

  async #ask(command: string): Promise<unknown> {
    const response = await fetch(`${this.#agate.origin}/cost/${command}`);
    if (!response.ok) throw new Error(`${command}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
