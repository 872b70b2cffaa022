// A Worker with the smallest object that resembles a check's object: it stores a row and sets an
// alarm. Any growth of its memory is caused by the runtime itself.
import { runWorker } from '../oauth/worker-host.ts';

const SCRIPT = `
import { DurableObject } from 'cloudflare:workers';
export class Small extends DurableObject {
  async begin() {
    await this.ctx.storage.put('row', 'x'.repeat(2000));
    await this.ctx.storage.setAlarm(Date.now() + 24 * 60 * 60 * 1000);
  }
  alarm() {}
}
export default {
  async fetch(_request, { SMALL }) {
    await SMALL.get(SMALL.newUniqueId()).begin();
    return Response.json({});
  },
};`;

export const runTrivial = () =>
  runWorker({
    modules: true,
    script: SCRIPT,
    compatibilityDate: '2026-11-01',
    durableObjects: { SMALL: { className: 'Small', useSQLite: true } },
  });
