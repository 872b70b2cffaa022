// Measures the memory of a Worker's isolate through the runtime's inspector (Chrome DevTools
// Protocol).

export interface IsolateMemory {
  /** The memory allocated for V8's heap. All values of this interface are in bytes. */
  heap: number;
  /** ArrayBuffers: pixels, picture files, and the models' files while they are being read. */
  buffers: number;
  /** All WebAssembly memories, which never shrink. */
  wasm: number;
}

/** @param worker the Worker's name in its configuration */
export const measureMemory = (inspectorPort: number, worker: string): Promise<IsolateMemory> =>
  inspect(inspectorPort, worker, readMemory);

/**
 * Measures the maximum memory that the isolate had committed after any of the runs. Unlike {@link
 * measureMemory}, it does not request a garbage collection between runs.
 * @param act called `times` times, one call after another
 */
export function measurePeak(
  inspectorPort: number,
  worker: string,
  times: number,
  act: () => Promise<unknown>,
): Promise<IsolateMemory> {
  return inspect(inspectorPort, worker, async (socket) => {
    const total = ({ totalSize, backingStorageSize }: Held) => totalSize + backingStorageSize;
    let most: Held = { totalSize: 0, backingStorageSize: 0 };
    for (let done = 0; done < times; done++) {
      await act();
      const usage = await readUsage(socket);
      if (total(usage) > total(most)) most = usage;
    }
    const { wasm } = await readMemory(socket);
    return { heap: most.totalSize, buffers: most.backingStorageSize, wasm };
  });
}

/**
 * Measures the Worker's V8 heap twice: as it is, and after a garbage collection that this function
 * requests.
 */
export const collectHeap = (
  inspectorPort: number,
  worker: string,
): Promise<Record<'before' | 'after', Usage>> =>
  inspect(inspectorPort, worker, async (socket) => {
    const before = await readUsage(socket);
    await readMemory(socket);
    return { before, after: await readUsage(socket) };
  });

async function inspect<Found>(
  inspectorPort: number,
  worker: string,
  read: (socket: WebSocket) => Promise<Found>,
): Promise<Found> {
  const answer = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
  const targets = (await answer.json()) as { id: string; webSocketDebuggerUrl: string }[];
  const target = targets.find(({ id }) => id === `core:user:${worker}`);
  if (!target) throw new Error(`The inspector knows ${targets.map(({ id }) => id).join(', ')}.`);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  try {
    return await read(socket);
  } finally {
    socket.close();
  }
}

/** All values are in bytes. */
export interface Usage {
  usedSize: number;
  /** The memory allocated for the heap, including its free parts. */
  totalSize: number;
  /** Native runtime objects behind JavaScript objects, such as requests. */
  embedderHeapUsedSize: number;
  /** Memory of ArrayBuffers. */
  backingStorageSize: number;
}

type Held = Pick<Usage, 'totalSize' | 'backingStorageSize'>;

const readUsage = (socket: WebSocket): Promise<Usage> =>
  call<Usage>(socket, 2, 'Runtime.getHeapUsage');

async function readMemory(socket: WebSocket): Promise<IsolateMemory> {
  const context = contextOf(socket);
  await call(socket, 1, 'Runtime.enable');
  const usage = await readUsage(socket);
  const { result: prototype } = await call<{ result: { objectId: string } }>(
    socket,
    3,
    'Runtime.evaluate',
    { expression: 'WebAssembly.Memory.prototype', contextId: await context },
  );
  const { objects } = await call<{ objects: { objectId: string } }>(
    socket,
    4,
    'Runtime.queryObjects',
    { prototypeObjectId: prototype.objectId },
  );
  const { result } = await call<{ result: { value: number } }>(
    socket,
    5,
    'Runtime.callFunctionOn',
    {
      objectId: objects.objectId,
      functionDeclaration:
        'function () { return this.reduce((sum, { buffer }) => sum + buffer.byteLength, 0); }',
      returnByValue: true,
    },
  );
  return { heap: usage.totalSize, buffers: usage.backingStorageSize, wasm: result.value };
}

/**
 * Waits for the runtime to announce its execution context. The runtime has no default context, so
 * the context's id is taken from this event, which is sent once events are enabled.
 */
function contextOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const { method, params } = JSON.parse(data) as {
        method?: string;
        params?: { context?: { id: number } };
      };
      if (method === 'Runtime.executionContextCreated') resolve(params?.context?.id ?? 0);
    });
  });
}

/** @throws Error when the runtime rejects the call */
function call<Result>(
  socket: WebSocket,
  id: number,
  method: string,
  params: object = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const hear = ({ data }: MessageEvent<string>): void => {
      const message = JSON.parse(data) as { id?: number; result?: Result; error?: object };
      if (message.id !== id) return;
      socket.removeEventListener('message', hear);
      if (message.result !== undefined) resolve(message.result);
      else reject(new Error(`${method}: ${JSON.stringify(message.error)}`));
    };
    socket.addEventListener('message', hear);
    socket.send(JSON.stringify({ id, method, params }));
  });
}
