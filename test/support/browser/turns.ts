// A queue for a resource that test files share across processes. Each client connects and waits for
// a byte; its turn lasts until the connection closes or the client's process ends.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Turns {
  port: number;
  close: () => void;
}

export async function offerTurns(): Promise<Turns> {
  const queue: Socket[] = [];
  const callNext = (): void => void queue[0]?.write('!');
  const server = createServer((socket) => {
    queue.push(socket);
    if (queue.length === 1) callNext();
    // A `close` event follows each error and is handled below.
    socket.on('error', () => {});
    socket.on('close', () => {
      const hadTurn = queue[0] === socket;
      queue.splice(queue.indexOf(socket), 1);
      if (hadTurn) callNext();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    for (const socket of queue) socket.destroy();
  };
  return { port, close };
}

/**
 * Waits for a turn.
 * @returns a function that ends the turn
 * @throws Error if no server listens on the port
 */
export async function takeTurn(port: number): Promise<() => void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'data');
  return () => void socket.destroy();
}
