// Times the individual steps of the engine, one picture after another, in headless Chromium.

import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { type CopiedFile, copyModels } from '../../scripts/models.ts';
import { launchWithClip } from '../../test/support/browser/chromium.ts';
import { ROOT } from '../../test/support/puppet/cache.ts';
import { clipFile, LOOK_AROUND } from '../../test/support/puppet/clip.ts';
import type { Result } from './engine-page/page.ts';
import { inKilobytes, inMs, printFigure, printTitle, quantile } from '../report.ts';

const OUTPUT = join(ROOT, '.cache/bench');
const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};
/** The part of the hosted page's Content-Security-Policy that governs scripts. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

export async function benchEngine(): Promise<void> {
  await buildPage();
  const server = await serve(OUTPUT);
  const { port } = server.address() as AddressInfo;
  const result = await measure(`http://127.0.0.1:${port}/`, await clipFile(LOOK_AROUND));
  server.close();
  printTitle('Engine alone');
  await printSizes();
  printResult(result);
}

async function buildPage(): Promise<void> {
  await rm(OUTPUT, { recursive: true, force: true });
  const { models, wasm } = await copyModels(join(OUTPUT, 'models'));
  const address = ({ copy }: CopiedFile) => `/models/${copy}`;
  const files = Object.values(models).flat();
  await build({
    root: join(ROOT, 'bench/page/engine-page'),
    configFile: false,
    logLevel: 'warn',
    define: {
      ENGINE_FILES: JSON.stringify({
        wasm: address(wasm),
        models: Object.fromEntries(files.map((file) => [file.file, address(file)])),
      }),
    },
    worker: { format: 'es' },
    build: { outDir: OUTPUT, emptyOutDir: false, modulePreload: false },
  });
}

async function serve(directory: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(directory, path === '/' ? 'index.html' : path);
    response.setHeader('Content-Type', CONTENT_TYPES[extname(file)] ?? 'application/octet-stream');
    response.setHeader('Content-Security-Policy', POLICY);
    readFile(file).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

async function measure(url: string, clip: string): Promise<Result> {
  const browser = await launchWithClip(clip);
  try {
    const page = await browser.newPage({ permissions: ['camera'] });
    page.on('pageerror', (error) => console.error(error));
    await page.goto(url);
    return await page.evaluate(() => window.result);
  } finally {
    await browser.close();
  }
}

async function printSizes(): Promise<void> {
  const scripts = await readdir(join(OUTPUT, 'assets'));
  const worker = scripts.find((name) => /^worker-.*\.js$/.test(name)) ?? '';
  const models = await readdir(join(OUTPUT, 'models'));
  const wasm = models.find((name) => name.endsWith('.wasm')) ?? '';
  const script = gzipSync(await readFile(join(OUTPUT, 'assets', worker))).length;
  const module = gzipSync(await readFile(join(OUTPUT, 'models', wasm))).length;
  printFigure('script and wasm, gzip', inKilobytes(script + module), '300 kB');
}

function printResult({ loadMs, seconds, pictures, faces, ...steps }: Result): void {
  printFigure('load: files, compilation, nets', inMs(loadMs));
  printFigure('one after the other, per second', (pictures / seconds).toFixed(1));
  printFigure('pictures with a face', `${faces} of ${pictures}`);
  printStep('reading the pixels', steps.readMs);
  printStep('following the face', steps.trackMs);
  printStep('estimating the age', steps.ageMs);
}

function printStep(name: string, times: readonly number[]): void {
  const rare = `95 % below ${inMs(quantile(times, 0.95))}`;
  printFigure(name, `${inMs(quantile(times, 0.5))}, ${rare}`);
}
