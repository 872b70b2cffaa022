// Memory of the documents Worker's isolate, as it is deployed, in workerd: zones and barcodes in turn, with the largest page.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { licenceRequestOf, requestOf } from '../../test/workers/documents/requests.ts';
import { drawLicence } from '../../test/support/documents/licences.ts';
import { drawSpecimen } from '../../test/support/documents/specimens.ts';
import { startDocumentsHost } from '../../test/support/installation/documents-host.ts';
import { measureMemory } from '../face/isolate-memory.ts';
import { freePort } from '../oauth/free-port.ts';
import { printFigure, printTitle } from '../report.ts';

const MEASURED_AFTER = [40, 100, 200, 300, 400, 500];

export async function benchMemory(reads: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'agate-documents-'));
  const inspectorPort = await freePort();
  const host = await startDocumentsHost(folder, inspectorPort);
  const requests = [
    requestOf(drawSpecimen('td3', 5)),
    licenceRequestOf(await drawLicence(4, 'wide')),
  ];
  printTitle('Memory of the isolate');
  try {
    for (let i = 0; i < reads; i++) {
      const [request] = requests.slice(i % requests.length);
      const answer = request && (await host.read(request));
      if (!answer?.ok) throw new Error(`Not read: ${JSON.stringify(answer)}`);
      if (!MEASURED_AFTER.includes(i + 1)) continue;
      const { heap, buffers, wasm } = await measureMemory(inspectorPort, 'agate-documents');
      const inMb = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
      printFigure(`after ${i + 1} reads`, `${inMb(heap + buffers + wasm)} MB`, '110 MB');
      printFigure('  V8, buffers, wasm', [heap, buffers, wasm].map(inMb).join(', '));
    }
  } finally {
    await host.stop();
    await rm(folder, { recursive: true });
  }
}
