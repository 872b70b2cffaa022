// The target under load: the service as it is deployed, or the Worker with a trivial object.
import { randomBytes } from 'node:crypto';
import { ensureDemoStaff } from '../../scripts/demo/demo-staff.ts';
import { runAgate } from '../oauth/agate.ts';
import { freePort } from '../oauth/free-port.ts';
import type { Service } from './journeys.ts';
import { runTrivial } from './trivial.ts';

export interface Soaked {
  /** The id of workerd's process. */
  pid: number;
  service: Service;
  inspectorPort?: number;
  /** Runs the ten-minute schedule, as Cloudflare would. */
  runSchedule: () => Promise<void>;
  stop: () => Promise<void>;
}

/** @param inspected whether to open V8's inspector */
export async function startService(inspected: boolean): Promise<Soaked> {
  const inspectorPort = inspected ? await freePort() : undefined;
  const agate = await runAgate(
    'src/index.ts',
    {},
    inspectorPort === undefined ? {} : { inspectorPort },
  );
  const { miniflare, pid, origin, tenant, client, account } = agate;
  const database = await miniflare.getD1Database('DB');
  // This key seals the secret of the operator's authenticator app. It is not kept, because the
  // operator never signs in during the benchmark.
  const key = Uint8Array.from(randomBytes(32));
  const { dashboard: owner } = await ensureDemoStaff(database, tenant.id, [], key);
  return {
    pid,
    service: { origin, key: tenant.test_secret_key, client, account, owner },
    ...(inspectorPort !== undefined && { inspectorPort }),
    runSchedule: async () => {
      const worker = await miniflare.getWorker();
      await worker.scheduled({ cron: '*/10 * * * *' });
    },
    stop: () => miniflare.dispose(),
  };
}

export async function startTrivial(): Promise<Soaked> {
  const { miniflare, pid, origin } = await runTrivial();
  const nobody = { email: '', password: '' };
  return {
    pid,
    service: {
      origin,
      key: '',
      client: { client_id: '', client_secret: '' },
      account: nobody,
      owner: nobody,
    },
    runSchedule: () => Promise.resolve(),
    stop: () => miniflare.dispose(),
  };
}
