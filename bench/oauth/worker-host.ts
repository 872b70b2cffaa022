// Runs a Worker in workerd through Miniflare with a direct socket, without the dev proxy.
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { childrenNamed } from './processes.ts';

/** The Worker's settings, as reported by wrangler. */
export type WorkerSettings = Parameters<typeof convertV4MiniflareOptions>[0];

interface RunningWorker {
  miniflare: Miniflare;
  origin: string;
  pid: number;
}

/** @param port the port to listen on, which the Worker's own URLs contain; 0 chooses a free one */
export async function runWorker(options: WorkerSettings, port = 0): Promise<RunningWorker> {
  const before = new Set(childrenNamed('workerd'));
  const unsafeDirectSockets = [{ host: '127.0.0.1', port }];
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: 'target',
      ...options,
      unsafeDirectSockets,
      handleStructuredLogs: () => {},
    }),
  );
  await miniflare.ready;
  const url = await miniflare.unsafeGetDirectURL();
  const pid = childrenNamed('workerd').find((child) => !before.has(child));
  if (pid === undefined) throw new Error('workerd did not start.');
  return { miniflare, origin: url.origin, pid };
}
