// The browser's passkey ceremony, loaded when it is asked for.

/** @param options of the server, in their JSON form @throws what the ceremony ends with */
export async function askPasskey(options: unknown): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  });
}
