import { createServer } from 'node:net';

/** @throws Error with the variable to change when the port is in use */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    if (await isTaken(port, host)) {
      throw new Error(
        `Port ${port} is already in use. Stop what listens there, or choose another: ${variable}=${port + 100} npm start`,
      );
    }
  }
}

async function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true);
      else if (error.code === 'EACCES') reject(new Error(`Port ${port} needs more rights.`));
      // Without IPv6 nothing can be listening there.
      else resolve(false);
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(false)));
  });
}
