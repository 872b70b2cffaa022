// Fetches the engine's files in the worker, counts the bytes, and tries again when the network fails.

const RETRY_DELAYS_MS = [500, 1_500, 4_000];

/**
 * One file as a stream that reports its bytes.
 * @param onBytes called with the size of every piece; with a negative number when a try is given up
 * @throws TypeError when the network fails, Error when the server refuses
 */
export async function download(
  url: string,
  onBytes: (bytes: number) => void,
): Promise<ArrayBuffer> {
  for (const delayMs of RETRY_DELAYS_MS) {
    let received = 0;
    const count = (bytes: number) => {
      received += bytes;
      onBytes(bytes);
    };
    try {
      return await (await open(url, count)).arrayBuffer();
    } catch {
      onBytes(-received);
      await new Promise((resolve) => {
        setTimeout(resolve, delayMs);
      });
    }
  }
  return (await open(url, onBytes)).arrayBuffer();
}

/** Compiles while the bytes arrive, where the browser and the server's content type allow it. */
export async function downloadModule(
  url: string,
  onBytes: (bytes: number) => void,
): Promise<WebAssembly.Module> {
  let received = 0;
  try {
    const response = await open(url, (bytes) => {
      received += bytes;
      onBytes(bytes);
    });
    return await WebAssembly.compileStreaming(response);
  } catch {
    onBytes(-received);
    return WebAssembly.compile(await download(url, onBytes));
  }
}

async function open(url: string, onBytes: (bytes: number) => void): Promise<Response> {
  // The page's own requests go first.
  const response = await fetch(url, { priority: 'low' });
  if (!response.ok || !response.body) throw new Error(`${url}: HTTP ${response.status}`);
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), {
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  });
}
