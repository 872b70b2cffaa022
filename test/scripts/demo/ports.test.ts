import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { requireFreePort } from '../../../scripts/demo/ports.ts';

test('a port in use is named, with a command that uses another', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const command = (free: number) => `npm run conformance -- --issuer=https://localhost:${free}`;
  await expect(requireFreePort(port, command)).rejects.toThrow(
    `Port ${port} is already in use. Stop what listens there, or choose another: ${command(port + 100)}`,
  );
});
