import { createServer } from 'node:net';

/**
 * @param commandWith returns the command that uses a given port
 * @throws Error with a command for a different port when the port is in use
 */
export async function requireFreePort(
  port: number,
  commandWith: (other: number) => string,
): Promise<void> {
  if (await isPortTaken(port)) {
    throw new Error(
      `Port ${port} is already in use. Stop what listens there, or choose another: ${commandWith(port + 100)}`,
    );
  }
}

/** @returns whether anything listens on the port, on either address of `localhost` */
export async function isPortTaken(port: number): Promise<boolean> {
  return (await isTaken(port, '127.0.0.1')) || (await isTaken(port, '::1'));
}

async function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true);
      else if (error.code === 'EACCES') reject(new Error(`Port ${port} needs more rights.`));
      // The address cannot be used, for example for lack of IPv6, so nothing can be listening
      // there.
      else resolve(false);
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(false)));
  });
}
