// Creates a passkey in this browser and adds it to the signed-in member's account. The session then
// counts as a session with a second factor.
import { dataOf, type Client } from '../api/client.ts';
import type { ConsoleName } from '../session/keeper.ts';

/** @throws CallError, or the error of the browser's ceremony */
export async function addPasskey(client: Client, name: ConsoleName): Promise<void> {
  const { session_id: session, options } = await dataOf(
    client.POST(`/${name}/v1/auth/passkey/register/begin`),
  );
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  const { transports, ...response } = made.response;
  const known = TRANSPORTS.filter((each) => transports?.includes(each));
  await dataOf(
    client.POST(`/${name}/v1/auth/passkey/register/finish`, {
      params: { header: { 'x-session-id': session } },
      body: {
        id: made.id,
        rawId: made.rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { ...response, transports: known },
      },
    }),
  );
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
